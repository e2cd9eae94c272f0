import { createSandbox, type Account, type Sandbox, type SandboxServer } from '../../../src/sandbox/index.js'

/** The EVM of a sandbox on real ports, with an account that signs there. */
export interface Served {
  readonly sandbox: Sandbox
  readonly alice: Account
  /** HTTP and WebSocket. */
  readonly url: string
  readonly wsUrl: string
  close(): Promise<void>
}

export const BOB = '0x00000000000000000000000000000000000000b0'

/** What each client signs, with a member of every kind of type. */
export const LETTER = {
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Letter: [
      { name: 'to', type: 'Person[]' },
      { name: 'contents', type: 'bytes' },
      { name: 'stamps', type: 'uint256' },
    ],
  },
  message: { to: [{ name: 'Bob', wallet: BOB }], contents: '0xc0ffee', stamps: 3 },
} as const

export async function serveSandbox(): Promise<Served> {
  const sandbox = createSandbox()
  const alice = sandbox.chains.neutron.account('alice', { key: 'eth', funds: '1000000000000000000000aevm' })
  const server: SandboxServer = await sandbox.serve()
  const { evm, evmWs } = server.urls['neutron']!
  return { sandbox, alice, url: evm!, wsUrl: evmWs!, close: () => sandbox.close() }
}

/** Waits until something is there, for as long as the test may run. */
export async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    await new Promise((resolve) => void setTimeout(resolve, 10))
  }
}
