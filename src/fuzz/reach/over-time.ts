import { joinedRun, type CodeRun } from './code.js'

/** The code of a contract that ran until a moment of a campaign. */
export interface CodeMoment {
  /** Since the campaign began, setup included. */
  readonly seconds: number
  readonly ran: CodeRun['ran']
}

const STEPS = [1, 2, 5] as const

/** The first of 1, 2, 5, 10, 20, 50, … above the number. */
export function momentAfter(seconds: number): number {
  for (let unit = 1; ; unit *= 10) for (const step of STEPS) if (step * unit > seconds) return step * unit
}

/** The union over several workers at each moment. A worker that had ended counts with its final coverage. */
export function joinedMoments(
  all: readonly { readonly overTime: readonly CodeMoment[]; readonly code: CodeRun }[],
): readonly CodeMoment[] {
  const times = new Set(all.flatMap(({ overTime }) => overTime.map(({ seconds }) => seconds)))
  return [...times]
    .sort((a, b) => a - b)
    .map((seconds) => ({
      seconds,
      ran: all
        .map(({ overTime, code }) => ({
          ...code,
          ran: overTime.find((moment) => moment.seconds === seconds)?.ran ?? code.ran,
        }))
        .reduce(joinedRun).ran,
    }))
}
