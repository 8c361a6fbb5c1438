import "./app.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./shell/app.tsx"

const root = document.getElementById("root")
if (!root) throw new Error("The page has no root.")
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
