// What pages need beyond links and forms: a button that shows its form is on its way, and files by drag and drop.
document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button) button.setAttribute("aria-busy", "true");
});
// A page that comes back from the browser's memory is not busy any more.
addEventListener("pageshow", () => {
  document.querySelectorAll("button[aria-busy]").forEach((button) => button.removeAttribute("aria-busy"));
});
