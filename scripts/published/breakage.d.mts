/** A published breakage that a rehearsal of a story names. */
export interface ToldBreakage {
  readonly name: string
  readonly story: { readonly chain: string; readonly files: readonly string[]; readonly steps: readonly object[] }
}

export function outcomeOf(causes: readonly object[], text: string): boolean
export function storyFixture(breakage: ToldBreakage, folder: string): object
export function falseRefusals(
  file: string,
  look: { readonly refused: readonly object[] },
  known: readonly { readonly file: string; readonly name: string }[],
): readonly string[]
