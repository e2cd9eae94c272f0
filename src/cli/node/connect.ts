import { Comet38Client, HttpClient } from '@cosmjs/tendermint-rpc'
import { SudoboxError, UsageError } from '../../base/index.js'
import type { VmReleaseFlags } from '../options/vm-option.js'

/** Where a command finds its chain: a server, or the final state of a fixture. */
export interface NodeFlags extends VmReleaseFlags {
  /** RPC of a server, as `tcp://host:port`, `http://…` or `https://…`. */
  readonly node: string
  readonly fixture?: string
  /** Whether the fixture may do what code may. */
  readonly trust?: boolean
  /** Which chain of the fixture. */
  readonly chain: string
}

/** A server that cannot be reached, or that does not respond like a node. */
export class NodeError extends SudoboxError {
  readonly code = 'NODE'
}

/**
 * Runs the work with a node. A fixture is replayed first, without checking its expectations.
 * @throws UsageError, NodeError, FixtureError
 */
export async function withNode<T>(flags: NodeFlags, work: (node: Comet38Client) => Promise<T>): Promise<T> {
  if (flags.fixture !== undefined) return onFixture(flags.fixture, flags, work)
  if (Object.keys(flags.vm).length > 0)
    throw new UsageError('--vm is only for fixtures: a running chain has its own release', {
      details: ['right: --fixture FILE, or sudobox serve --vm RELEASE'],
    })
  const rpc = new HttpClient(httpUrl(flags.node))
  try {
    return await work(Comet38Client.create(rpc))
  } catch (error) {
    throw error instanceof SudoboxError ? error : unreachable(flags.node, error)
  } finally {
    rpc.disconnect()
  }
}

async function onFixture<T>(
  file: string,
  { chain: key, trust = false, vm }: NodeFlags,
  work: (node: Comet38Client) => Promise<T>,
): Promise<T> {
  // Loaded late: a command that queries a server needs no sandbox.
  const [{ readFixture }, { replay }, { inProcess }, { withFixtureVm }] = await Promise.all([
    import('../../replay/read.js'),
    import('../../replay/run.js'),
    import('../../sandbox/api/in-process.js'),
    import('../options/vm-option.js'),
  ])
  let done: { readonly value: T } | undefined
  await replay(withFixtureVm(readFixture(file), vm), file, {
    trust,
    onEnd: async (sandbox) => {
      const chain = sandbox.chain(key)
      if (chain === undefined)
        throw new UsageError(`${file} has no chain "${key}"`, {
          details: [`chains: ${Object.keys(sandbox.chains).join(', ')}`],
        })
      done = { value: await work(Comet38Client.create(inProcess(chain.served))) }
    },
  })
  if (done === undefined)
    throw new UsageError(`steps of ${file} have unexpected outcomes`, {
      details: [`to see which: sudobox replay ${file}`],
    })
  return done.value
}

function httpUrl(node: string): string {
  const url = node.replace(/^tcp:/, 'http:')
  if (!/^https?:\/\/[^/]+/.test(url))
    throw new UsageError(`--node must be the RPC URL of a node, not ${JSON.stringify(node)}`, {
      details: ['right: --node tcp://localhost:26657'],
    })
  return url
}

function unreachable(node: string, error: unknown): NodeError {
  const reason = error instanceof Error ? error.message : String(error)
  return new NodeError(`${node} does not respond as a node does: ${reason}`, {
    details: ['start a chain with `sudobox serve`, name another node with --node, or query a file with --fixture'],
    cause: error,
  })
}
