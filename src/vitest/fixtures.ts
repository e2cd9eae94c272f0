import { test as base, type TestAPI, type TestContext } from 'vitest'
import { beginAt, placeOf, sharedSetUp, UsageError, type Place } from '../base/index.js'
import type { EvmNode } from '../evm/index.js'
import {
  createSandbox,
  type QueryRelayer,
  type Relayer,
  type Sandbox,
  type SandboxChain,
  type SandboxOptions,
} from '../sandbox/internal.js'
import { TransactionAnnotations } from './annotations.js'
import { settingOfTests } from './logs.js'

/** The fixtures of a test. Only those that a test uses are created. */
export interface SudoboxFixtures {
  /** Options of the sandbox; `test.override({ sandboxOptions: { … } })` sets them for a file, or inside `describe` for a suite. */
  readonly sandboxOptions: SandboxOptions
  /** A sandbox, created anew for each test. */
  readonly sandbox: Sandbox
  /** The sandbox's chains. */
  readonly neutron: SandboxChain
  readonly hub: SandboxChain
  /** The sandbox's relayers of packets and of query results. */
  readonly relayer: Relayer
  readonly queryRelayer: QueryRelayer
  /** The EVM of the first chain; it starts with the first test that uses it. */
  readonly evm: EvmNode
}

/**
 * Vitest's `test`, with a new sandbox and its parts in each test.
 * @example
 * test('a deposit', async ({ neutron }) => {
 *   const alice = neutron.account('alice', '10untrn')
 *   const vault = await alice.deploy('artifacts/vault.wasm')
 *   await alice.execute(vault, { deposit: {} }, { funds: '5untrn' })
 *   expect(vault).toHaveBalance('untrn', 5n)
 * })
 */
export const test: TestAPI<SudoboxFixtures> = base.extend<SudoboxFixtures>({
  sandboxOptions: [{}, { injected: true }],
  sandbox: async ({ sandboxOptions, annotate, task }, use) => {
    const annotations = new TransactionAnnotations()
    const sandbox = createAt(sandboxOptions, annotations, places.get(sandboxOptions))
    await annotations.record(sandbox)
    await use(sandbox)
    await annotations.report({ annotate, task })
    sandbox.end()
    await sandbox.close()
  },
  neutron: ({ sandbox }, use) => use(sandbox.chains.neutron),
  hub: ({ sandbox }, use) => use(sandbox.chains.hub),
  relayer: ({ sandbox }, use) => use(sandbox.relayer),
  queryRelayer: ({ sandbox }, use) => use(sandbox.queryRelayer),
  evm: ({ sandbox }, use) => use(sandbox.evm),
})

/** Where options were given, for errors about them. */
const places = new WeakMap<SandboxOptions, Place>()
const { override } = test
Object.assign(test, {
  override: function overrideHere(this: unknown, ...values: Parameters<typeof override>) {
    const [{ sandboxOptions }] = values as readonly Partial<SudoboxFixtures>[] as [Partial<SudoboxFixtures>]
    if (typeof sandboxOptions === 'object') places.set(sandboxOptions, placeOf(overrideHere))
    return Reflect.apply(override, this, values)
  },
})

/** @throws UsageError for invalid options, with their place as its stack */
function createAt(options: SandboxOptions, { onTx }: TransactionAnnotations, place: Place = {}): Sandbox {
  try {
    return createSandbox(options, { ...settingOfTests(), onTx })
  } catch (error) {
    beginAt(error, place)
    throw error
  }
}

/** An alias of {@link test}. */
export const it = test

/** The fixtures of tests whose sandbox is set up once. */
export interface PreparedFixtures<World> extends SudoboxFixtures {
  /** What the set-up returned. */
  readonly world: World
}

/**
 * `test` with an expensive set-up: it runs once, its result is kept as a snapshot, and each test begins with the sandbox as the set-up
 * left it, and with its return value as `world`. Tests of one file run one after the other; they must not be concurrent.
 *
 * ```ts
 * const test = prepared(async ({ chains }) => {
 *   const alice = chains.neutron.account('alice', '1000000untrn')
 *   return { alice, vault: await alice.deploy('vault.wasm') }
 * })
 * test('…', async ({ world: { alice, vault } }) => { … })
 * ```
 */
export function prepared<World>(
  setUp: (sandbox: Sandbox) => World | Promise<World>,
  options: SandboxOptions = {},
): TestAPI<PreparedFixtures<World>> {
  const shared = new Shared(setUp, options, placeOf(prepared))
  return test.extend<{ readonly sandbox: Sandbox; readonly world: World }>({
    sandbox: async ({ annotate, task, signal }: TestContext, use: Use<Sandbox>) => {
      const taken = await shared.take(task.name)
      await shared.annotations.record(taken)
      await use(taken)
      await shared.annotations.report({ annotate, task })
      if (signal.aborted) shared.leave()
      shared.giveBack()
    },
    world: ({ sandbox }: SudoboxFixtures, use: Use<World>) => use(shared.worldOf(sandbox)),
  })
}

type Use<T> = (value: T) => Promise<void>

interface Ready<World> {
  readonly sandbox: Sandbox
  readonly world: World
  readonly start: number
}

/** A sandbox that tests take turns to use. */
class Shared<World> {
  readonly #setUp: (sandbox: Sandbox) => World | Promise<World>
  readonly #options: SandboxOptions
  #start: Promise<Ready<World>> | undefined
  readonly annotations = new TransactionAnnotations()
  #ready: Ready<World> | undefined
  /** The test that is using it. */
  #user: string | undefined
  /** Where it was requested. */
  readonly #place: Place

  constructor(setUp: (sandbox: Sandbox) => World | Promise<World>, options: SandboxOptions, place: Place) {
    this.#setUp = setUp
    this.#options = options
    this.#place = place
  }

  /** @throws UsageError while another test is using it */
  async take(user: string): Promise<Sandbox> {
    try {
      return await this.#take(user)
    } catch (error) {
      beginAt(error, this.#place)
      throw error
    }
  }

  async #take(user: string): Promise<Sandbox> {
    if (this.#user !== undefined)
      throw new UsageError(
        'tests with a prepared sandbox must run one after the other, but this test started before another one had ended',
        {
          details: [
            `still running: ${this.#user}`,
            'right: do not use test.concurrent, or use `test` of sudobox/vitest, which creates a sandbox for each test',
          ],
        },
      )
    this.#user = user
    try {
      const { sandbox, start } = (this.#ready = await (this.#start ??= this.#begin()))
      await sandbox.restore(start)
      this.annotations.clear()
      return sandbox
    } catch (error) {
      this.giveBack()
      throw error
    }
  }

  giveBack(): void {
    this.#user = undefined
  }

  /** A test that timed out may go on acting on the sandbox: the next one gets another. */
  leave(): void {
    this.#ready?.sandbox.end()
    this.#start = undefined
  }

  worldOf(sandbox: Sandbox): World {
    if (this.#ready?.sandbox !== sandbox)
      throw new UsageError(
        'a value that a setup returned belongs to the sandbox of that setup, but this test has another sandbox',
      )
    return this.#ready.world
  }

  async #begin(): Promise<Ready<World>> {
    const sandbox = createSandbox(this.#options, { ...settingOfTests(), onTx: this.annotations.onTx })
    sharedSetUp.publish('begin')
    try {
      const world = await this.#setUp(sandbox)
      return { sandbox, world, start: await sandbox.snapshot() }
    } finally {
      sharedSetUp.publish('end')
    }
  }
}
