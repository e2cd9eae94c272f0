import { NO_ENUM, variantNames } from '../../schema/index.js'
import type { Start, Subject } from '../setup.js'
import { codeRunOf, joinedRun, type CodeRun } from './code.js'
import { joinedMoments, MomentsCount, type CodeMoment } from './over-time.js'
import { MessageCount, type MessageReach } from './messages.js'

/** Which messages of a contract were accepted, and which of its code ran. */
export interface ContractReach {
  readonly label: string
  readonly messages: readonly MessageReach[]
  readonly code: CodeRun
  /** Coverage after 1, 2, 5, 10, 20, 50, … seconds. */
  readonly overTime: readonly CodeMoment[]
}

/** Counts the messages and the code coverage of a campaign's contracts. */
export class ReachCount {
  readonly #start: Start
  readonly #counts: ReadonlyMap<Subject, MessageCount>
  readonly #moments = new MomentsCount()

  constructor(start: Start) {
    this.#start = start
    this.#counts = new Map(
      start.subjects.map((subject) => [subject, new MessageCount(variantNames(subject.schema.execute!))]),
    )
  }

  /** @param error undefined: the message was accepted */
  note(subject: Subject, message: string, error: string | undefined): void {
    const count = this.#counts.get(subject)!
    // Messages that are misspelled on purpose are not counted. Messages that are not an enum are counted under one name.
    const [name] = [message, NO_ENUM].filter((one) => count.has(one))
    if (name !== undefined) count.note(name, error)
  }

  /** Records the coverage if a moment for it has passed. @param seconds since the campaign began */
  at(seconds: number): void {
    this.#moments.at(seconds, () =>
      [...this.#counts.keys()].map((subject) => ({ label: subject.config.label, code: this.#codeOf(subject) })),
    )
  }

  #codeOf({ config, address }: Subject): CodeRun {
    return codeRunOf(this.#start.sandbox, config.chain, address)
  }

  get contracts(): readonly ContractReach[] {
    return [...this.#counts].map(([subject, count]) => ({
      label: subject.config.label,
      messages: count.messages,
      code: this.#codeOf(subject),
      overTime: this.#moments.of(subject.config.label),
    }))
  }
}

/** Adds up what several workers reached in the same contracts. */
export function joinedReach(all: readonly (readonly ContractReach[])[]): readonly ContractReach[] {
  const [first = []] = all
  return first.map(({ label }) => {
    const same = all.flatMap((contracts) => contracts.filter((one) => one.label === label))
    const count = new MessageCount([])
    for (const { messages } of same) for (const message of messages) count.add(message)
    return {
      label,
      messages: count.messages,
      code: same.map(({ code }) => code).reduce(joinedRun),
      overTime: joinedMoments(same),
    }
  })
}
