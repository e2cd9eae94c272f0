import { atCallersLine, UsageError } from '../../../base/index.js'
import { createSandbox } from '../../../sandbox/internal.js'
import { readFixture } from '../../read.js'
import { replay } from '../../run.js'
import { actionsOf, resubmissionOf } from './deliver.js'
import type { LiveReproduction } from './reproduce-live.js'

/**
 * Writes the reproduction as a fixture, and the state that it needs into the folder `FILE.forks` next to it; then replays it without a node.
 * @param file ends in `.json`, `.yaml` or `.yml` @returns the file @throws UsageError if it cannot be written, or does not replay
 */
export const writeLiveReproduction = atCallersLine(writeTo)

async function writeTo(reproduction: LiveReproduction, file: string): Promise<string> {
  const { again, limited, error, options, id, address } = reproduction
  const sandbox = createSandbox(options)
  let written: string
  try {
    const recording = sandbox.record(file, {
      title: `Failure ${id} of ${sandbox.chains.neutron.host.labelOf(address) ?? address}`,
      description: `${reproduction.chainId} recorded at height ${reproduction.height}: ${error}`,
    })
    const actions = [...actionsOf(again), ...(limited.ok ? [] : [resubmissionOf(again.found)])]
    for (const action of actions) await sandbox.perform(action).catch(() => undefined)
    written = await recording.save()
  } finally {
    await sandbox.close()
  }
  const { passed, steps } = await replay(readFixture(written), written)
  if (passed) return written
  throw new UsageError(`${file} does not replay without the node`, {
    details: steps.flatMap(({ name, difference }) =>
      difference === undefined ? [] : [`${name}: ${JSON.stringify(difference)}`],
    ),
  })
}
