type Node = { type: string; value?: string; tagName?: string; properties?: object; children?: Node[] }

/** Shows HTML in Markdown as text, so that model output never becomes markup; only line breaks are kept. */
export function htmlAsText() {
  return (tree: unknown): void => visit(tree as Node)
}

function visit(node: Node): void {
  if (!node.children) return
  node.children = node.children.map((child) => {
    if (child.type !== "raw") {
      visit(child)
      return child
    }
    if (/^<br\s*\/?>$/i.test(child.value ?? "")) return { type: "element", tagName: "br", properties: {}, children: [] }
    return { type: "text", value: child.value ?? "" }
  })
}
