/** A line with child lines. */
export interface Tree {
  readonly text: string
  readonly children?: readonly Tree[]
}

/** The lines of a tree, with branches drawn before children. */
export function treeLines(tree: Tree): string[] {
  const children = tree.children ?? []
  return [
    tree.text,
    ...children.flatMap((child, index) => {
      const last = index === children.length - 1
      return treeLines(child).map((line, row) => (row === 0 ? (last ? '└─ ' : '├─ ') : last ? '   ' : '│  ') + line)
    }),
  ]
}
