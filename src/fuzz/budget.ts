/** When a campaign ends: at the first of these. */
export interface Budget {
  /** Action sequences to run. */
  readonly sequences?: number
  /** @deprecated the earlier name of {@link Budget.sequences}, which has precedence */
  readonly stories?: number
  /** Counted from the call, setup and shrinking included. When they are over, a finding is written as small as it is by then. */
  readonly seconds?: number
  /** Distinct findings, warnings and notes not counted; unlimited when left out. */
  readonly findings?: number
}

/** The number of action sequences in a budget, by either name; undefined if it is unlimited. */
export const sequencesIn = ({ sequences, stories }: Pick<Budget, 'sequences' | 'stories'>): number | undefined =>
  sequences ?? stories
