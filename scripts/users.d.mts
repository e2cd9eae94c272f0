/** Something that may be used, and the files that use it. */
export interface Used {
  readonly kind: 'module' | 'kind of chain' | 'command' | 'option' | 'npm script'
  readonly name: string
  readonly users: readonly string[]
}

export function users(): readonly Used[]
