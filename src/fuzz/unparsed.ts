import { execute } from './model/index.js'
import type { Start } from './setup.js'
import { perform } from './story.js'

/** What contracts of any release of cosmwasm-std say of a message that is none of theirs. */
const PARSING = /Error parsing into type |kind: (?:Serialization|Parsing), error: /

/** Example messages that the contract cannot read, each as a warning: no story ever gets further with them. The sandbox is at the start before and after. */
export async function unparsedExamples(start: Start): Promise<readonly string[]> {
  const { sandbox, snapshot, config } = start
  const warnings: string[] = []
  for (const subject of start.subjects)
    for (const { from, msg } of subject.config.messages) {
      // Without funds: a message is read before anything else, and an actor may not have them yet.
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
