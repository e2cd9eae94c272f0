/** What a campaign showed, in words; `first`: the fault ranked first among the errors. */
export interface Hunt {
  readonly found: boolean
  readonly first?: boolean
  readonly text?: string
}

export function judged(fault: object, run: object, isMended?: boolean): Hunt
export function shareOfSeeds(hunts: readonly Hunt[], level?: string): string
