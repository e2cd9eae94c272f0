import * as fc from 'fast-check'
import { FixtureError, jsonText, SudoboxError, UsageError } from '../../base/index.js'
import type { ActionInput, Outcome, Sandbox } from '../../sandbox/internal.js'

/** An executed action with its outcome, or the error with which the chain refused it. */
export interface CommandResult {
  readonly action: ActionInput
  readonly outcome: Outcome | undefined
  readonly error: SudoboxError | undefined
}

/** Options of a sequence of commands. */
export interface CommandOptions<Model extends object> {
  /** The maximum number of actions; 20 when left out. */
  readonly maxCommands?: number
  /** Whether an action makes sense in this state; by default all do. */
  readonly possible?: (model: Readonly<Model>, action: ActionInput) => boolean
  /** Updates the model, and throws if an invariant is violated. */
  readonly after?: (model: Model, sandbox: Sandbox, result: CommandResult) => void | Promise<void>
}

class Command<Model extends object> implements fc.AsyncCommand<Model, Sandbox> {
  readonly #action: ActionInput
  readonly #options: CommandOptions<Model>

  constructor(action: ActionInput, options: CommandOptions<Model>) {
    this.#action = action
    this.#options = options
  }

  check(model: Readonly<Model>): boolean {
    return this.#options.possible?.(model, this.#action) ?? true
  }

  /** An error of the chain is a valid outcome. A UsageError or FixtureError is a mistake in the action sequence, and thrown. */
  async run(model: Model, sandbox: Sandbox): Promise<void> {
    const action = this.#action
    let result: CommandResult
    try {
      result = { action, outcome: await sandbox.perform(action), error: undefined }
    } catch (error) {
      if (!(error instanceof SudoboxError) || error instanceof UsageError || error instanceof FixtureError) throw error
      result = { action, outcome: undefined, error }
    }
    await this.#options.after?.(model, sandbox, result)
  }

  toString(): string {
    return jsonText(this.#action)
  }
}

/**
 * Actions as commands of fast-check's model-based testing: sequences of them, shrunk to the shortest that fails.
 *
 * @example
 * const sequences = commands([deposits, fc.constant({ action: 'relay' })], {
 *   after: (model, sandbox) => expect(claims(sandbox)).toBeLessThanOrEqual(balanceOf(sandbox)),
 * })
 * await fc.assert(fc.asyncProperty(sequences, async (sequence) => {
 *   await sandbox.restore(start)
 *   await fc.asyncModelRun(() => ({ model: {}, real: sandbox }), sequence)
 * }))
 */
export function commands<Model extends object>(
  actions: readonly fc.Arbitrary<ActionInput>[],
  options: CommandOptions<Model> = {},
): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Sandbox>>> {
  return fc.commands(
    actions.map((action) => action.map((one): fc.AsyncCommand<Model, Sandbox> => new Command(one, options))),
    { maxCommands: options.maxCommands ?? 20 },
  )
}
