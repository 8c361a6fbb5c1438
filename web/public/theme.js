// Before the first paint: a choice that differs from that of the system would flash otherwise.
const theme = localStorage.getItem("holdfast.theme")
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme
