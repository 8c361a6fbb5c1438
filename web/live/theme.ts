import { cell } from "./cell.ts"
import { remember, textAt } from "./remembered.ts"

export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

const place = "holdfast.theme"

/** Light, dark or system. `public/theme.js` reads the same key before the first paint. */
export const theme = cell<Theme>(kept())

theme.subscribe(() => {
  const chosen = theme.get()
  remember(place, chosen)
  show(chosen)
})
addEventListener("storage", ({ key }) => key === place && theme.set(kept()))

function show(chosen: Theme): void {
  const { dataset } = document.documentElement
  if (chosen === "system") delete dataset.theme
  else dataset.theme = chosen
}

function kept(): Theme {
  const word = textAt(place)
  return themes.find((known) => known === word) ?? "system"
}
