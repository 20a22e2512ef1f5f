-- Night log database of Halcyon, schema version 12 (PostgreSQL 15).
-- Owner: Priya Nandakumar. Changes go through the software desk, never by hand.

CREATE TABLE programme (
    id           text PRIMARY KEY,              -- for example 2024B-031
    pi_user_id   bigint NOT NULL,               -- resolved by getUserById, see ObservationQueue.java
    class        char(1) NOT NULL CHECK (class IN ('A', 'B', 'C', 'D')),  -- D: Director's time
    hours        numeric(5, 1) NOT NULL CHECK (hours > 0)
);

-- A night is named by the local date on which it begins.
CREATE TABLE night (
    night_date   date PRIMARY KEY,
    operator     text NOT NULL,
    dark_hours   numeric(4, 2) NOT NULL         -- between the ends of astronomical twilight
);

CREATE TABLE exposure (
    file_name    text PRIMARY KEY,              -- ORI.2025-02-14T03:21:07.412.fits
    programme_id text NOT NULL REFERENCES programme (id),
    night_date   date NOT NULL REFERENCES night (night_date),
    instrument   char(3) NOT NULL CHECK (instrument IN ('ORI', 'KAS')),
    started_at   timestamptz NOT NULL,
    seconds      numeric(7, 1) NOT NULL,
    airmass      numeric(4, 2) NOT NULL CHECK (airmass BETWEEN 1 AND 1.8),
    seeing       numeric(4, 2),                 -- arcsec; null when the DIMM was off
    rejected     boolean NOT NULL DEFAULT false
);

-- One row per fault. Overlapping faults are merged before they are written,
-- so that minutes can simply be added up.
CREATE TABLE fault (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    night_date   date NOT NULL REFERENCES night (night_date),
    alarm_code   char(7) NOT NULL CHECK (alarm_code ~ '^NJ-[1-7][0-9]{3}$'),
    minutes_lost integer NOT NULL CHECK (minutes_lost >= 0),
    incident     text                           -- for example IR-2024-007
);

CREATE INDEX exposure_by_programme ON exposure (programme_id, started_at);

-- Share of the dark time lost to faults in each month, in percent.
-- The consortium's yearly figure is taken from this view.
CREATE VIEW fault_share AS
SELECT date_trunc('month', n.night_date)::date AS month,
       round(100 * sum(coalesce(f.minutes, 0)) / (60 * sum(n.dark_hours)), 1) AS percent_lost
FROM night n
LEFT JOIN (SELECT night_date, sum(minutes_lost) AS minutes FROM fault GROUP BY night_date) f USING (night_date)
GROUP BY 1;

-- Programmes that may ask for their time back: more than 20 % lost to faults.
-- Policy CVO-POL-01, section "Lost time".
CREATE VIEW compensation_due AS
SELECT p.id, p.hours, sum(f.minutes_lost) / 60.0 AS hours_lost
FROM programme p
JOIN (SELECT DISTINCT programme_id, night_date FROM exposure) e ON e.programme_id = p.id
JOIN fault f USING (night_date)
GROUP BY p.id, p.hours
HAVING sum(f.minutes_lost) / 60.0 > 0.2 * p.hours;
