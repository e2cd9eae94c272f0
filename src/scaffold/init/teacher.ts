import { SudoboxError } from '../../base/index.js'
import { learnAnswer, unreadAnswer, type Answers } from '../../fuzz/internal.js'
import { TxError, type Account, type Json, type Sandbox } from '../../sandbox/internal.js'
import type { Surroundings } from '../../schema/index.js'

/** The placeholder of a sandbox. */
interface Placeholder {
  readonly address: string
  readonly codeId: bigint
  readonly admin: Account
}

/** Gives the placeholder responses that a contract can read while it is instantiated. */
export class Teacher {
  #answers: Answers
  readonly #sandbox: Sandbox
  readonly #placeholder: Placeholder
  readonly #known = new Set<string>()

  /** @param answers the placeholder's responses so far */
  constructor(sandbox: Sandbox, placeholder: Placeholder, answers: Answers) {
    this.#sandbox = sandbox
    this.#placeholder = placeholder
    this.#answers = answers
  }

  get answers(): Answers {
    return this.#answers
  }

  /**
   * Learns the response that a message could not read. @param attempt sends the message again
   * @returns whether the placeholder now gives another one
   */
  async learn(error: unknown, attempt: () => Promise<unknown>, around: Partial<Surroundings>): Promise<boolean> {
    const kind = error instanceof TxError ? unreadAnswer({ error, results: [error.result] }) : undefined
    if (kind === undefined || this.#known.has(kind)) return false
    this.#known.add(kind)
    const before = await this.#sandbox.snapshot()
    const errorWith = async (answer: Json): Promise<string | undefined> => {
      await this.#tell({ ...this.#answers, [kind]: answer })
      try {
        await attempt()
        return undefined
      } catch (refusal) {
        if (!(refusal instanceof SudoboxError)) throw refusal
        return refusal.shortMessage
      } finally {
        await this.#sandbox.restore(before)
      }
    }
    const answer = await learnAnswer(errorWith, around)
    this.#sandbox.forget(before)
    if (answer === undefined) return false
    this.#answers = { ...this.#answers, [kind]: answer }
    await this.#tell(this.#answers)
    return true
  }

  async #tell(answers: Answers): Promise<void> {
    const { address, codeId, admin } = this.#placeholder
    await admin.migrate(address, codeId, answers)
  }
}
