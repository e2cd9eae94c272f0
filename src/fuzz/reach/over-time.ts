import { joinedRun, type CodeRun } from './code.js'

/** The code of a contract that ran until a moment of a campaign. */
export interface CodeMoment {
  /** Since the campaign began, setup included. */
  readonly seconds: number
  readonly ran: CodeRun['ran']
}

const STEPS = [1, 2, 5] as const

/** The first of 1, 2, 5, 10, 20, 50, … above the number. */
function momentAfter(seconds: number): number {
  for (let unit = 1; ; unit *= 10) for (const step of STEPS) if (step * unit > seconds) return step * unit
}

/** Records the coverage of contracts after 1, 2, 5, 10, 20, 50, … seconds. */
export class MomentsCount {
  readonly #moments = new Map<string, readonly CodeMoment[]>()
  #next = momentAfter(0)

  /** @param seconds since the campaign began @param now called if a moment has passed */
  at(seconds: number, now: () => readonly { readonly label: string; readonly code: Pick<CodeRun, 'ran'> }[]): void {
    if (seconds < this.#next) return
    const due: number[] = []
    for (; this.#next <= seconds; this.#next = momentAfter(this.#next)) due.push(this.#next)
    for (const { label, code } of now())
      this.#moments.set(label, [...this.of(label), ...due.map((moment) => ({ seconds: moment, ran: code.ran }))])
  }

  of(label: string): readonly CodeMoment[] {
    return this.#moments.get(label) ?? []
  }
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
