import { execute } from './model/index.js'
import type { Start } from './setup.js'
import { perform } from './story.js'

/** The parse error of a contract, in any release of cosmwasm-std. */
const PARSING = /Error parsing into type |kind: (?:Serialization|Parsing), error: /

/** A warning for each example message that the contract cannot parse. The sandbox must be at the start, and is there again afterwards. */
export async function unparsedExamples(start: Start): Promise<readonly string[]> {
  const { sandbox, snapshot, config } = start
  const warnings: string[] = []
  for (const subject of start.subjects)
    for (const { from, msg } of subject.config.messages) {
      // Sent without funds, which the actor may not have yet: a contract parses the message first.
      const { error } = await perform(start, execute(subject, { from: from ?? config.actors[0]!.name, msg, funds: '' }))
      await sandbox.restore(snapshot)
      const [, refusal] = error?.shortMessage.split(PARSING) ?? []
      if (refusal !== undefined)
        warnings.push(
          `"${subject.config.label}" cannot read the example message ${JSON.stringify(msg)}: ${refusal.replace(/: execute wasm contract failed[\s\S]*$/, '')}`,
        )
    }
  return warnings
}
