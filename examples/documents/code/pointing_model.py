"""Pointing model of Halcyon: corrects where the telescope really looks.

The model has seven terms, all in arcseconds:

    IA    zero point of azimuth            IE    zero point of altitude
    NPAE  axes not perpendicular           CA    left-right collimation
    AN    azimuth axis tilted north        AW    azimuth axis tilted west
    TF    tube flexure, proportional to the cosine of the altitude

A fit wants at least 30 stars; the standard run measures 62 of them in 50 minutes.
After a good fit the residual is about 1.4 arcsec rms. Fit again when the nightly
check with 5 stars is above 2.0 arcsec rms, or after the primary mirror was out.
"""

import math

TERMS = ("IA", "IE", "NPAE", "CA", "AN", "AW", "TF")
MIN_STARS = 30
REFIT_RMS = 2.0  # arcsec

# The zenith cannot be tracked: within 1.5 degrees of it the azimuth axis would
# have to turn faster than its 2.0 degrees a second.
MAX_ALTITUDE = 88.5
MIN_ALTITUDE = 18.0


def design_row(az, alt):
    """Derivatives of (azimuth on the sky, altitude) for each term; angles in degrees."""
    if not MIN_ALTITUDE <= alt <= MAX_ALTITUDE:
        raise ValueError(f"altitude {alt} is outside {MIN_ALTITUDE} to {MAX_ALTITUDE} degrees")
    a, e = math.radians(az), math.radians(alt)
    on_sky = (-math.cos(e), 0, -math.sin(e), -1, -math.sin(a) * math.sin(e), -math.cos(a) * math.sin(e), 0)
    in_alt = (0, 1, 0, 0, -math.cos(a), math.sin(a), math.cos(e))
    return on_sky, in_alt


def correction(model, az, alt):
    """Offsets in arcseconds that must be added to the demanded azimuth and altitude."""
    on_sky, in_alt = design_row(az, alt)
    values = [model.get(term, 0.0) for term in TERMS]
    return sum(map(lambda c, v: c * v, on_sky, values)), sum(map(lambda c, v: c * v, in_alt, values))


def fit(stars):
    """Least squares over (az, alt, error_on_sky, error_in_alt); returns (model, rms)."""
    if len(stars) < MIN_STARS:
        raise ValueError(f"{len(stars)} stars are too few, {MIN_STARS} are needed")
    rows, errors = [], []
    for az, alt, d_sky, d_alt in stars:
        rows.extend(design_row(az, alt))
        errors.extend((d_sky, d_alt))
    size = len(TERMS)
    normal = [[sum(r[i] * r[j] for r in rows) for j in range(size)] for i in range(size)]
    right = [sum(r[i] * e for r, e in zip(rows, errors)) for i in range(size)]
    values = solve(normal, right)
    rest = [e - sum(r[i] * values[i] for i in range(size)) for r, e in zip(rows, errors)]
    rms = math.sqrt(sum(x * x for x in rest) / len(stars))
    return dict(zip(TERMS, values)), rms


def solve(matrix, right):
    """Gaussian elimination with partial pivoting; small enough not to need numpy."""
    n = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if abs(rows[k][k]) < 1e-12:
            raise ValueError("the stars do not determine all seven terms, spread them over the sky")
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k])]
    values = [0.0] * n
    for k in reversed(range(n)):
        values[k] = (rows[k][n] - sum(rows[k][j] * values[j] for j in range(k + 1, n))) / rows[k][k]
    return values
