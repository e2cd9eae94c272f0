// Beside any cosmjs that a project has: a workspace with one project for each release, and clients as ts-codegen generates them.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { ROOT } from '../cli/command.js'
import { run, write } from './guide.js'
import { emptyFolder, install, manifestOnly, onlineTest, TIMEOUT, unpack } from './packed.js'

/** The last is the newest one. */
const RELEASES = ['0.32.4', '0.34.1', '0.36.2', '>=0.39.0']
const FORMATS = ['mjs', 'cjs'] as const

/** What a project does: each way to name a fee, a key of the EVM, and what the client is an instance of. */
const STORY = `
  module.exports = async ({ createSandbox }, { SigningCosmWasmClient }, { calculateFee, GasPrice }, { Cw20BaseClient }) => {
    const { neutron } = createSandbox().chains
    const alice = neutron.account('alice', '1000000untrn')
    const bob = neutron.account('bob', { key: 'eth', funds: '1000untrn' })
    const client = await neutron.client(alice)
    const init = {
      name: 'Token', symbol: 'TOK', decimals: 6, initial_balances: [], mint: { minter: alice.address }, marketing: { marketing: alice.address }
    }
    const { codeId } = await client.upload(alice.address, require('node:fs').readFileSync('../../cw20_base.wasm'))
    const { contractAddress } = await client.instantiate(alice.address, codeId, init, 'token', 'auto')
    const token = new Cw20BaseClient(client, alice.address, contractAddress)
    const spender = bob.address
    const sent = [
      await token.mint({ amount: '1000', recipient: alice.address }, 'auto'),
      await token.transfer({ amount: '300', recipient: bob.address }, 1.5),
      await token.burn({ amount: '1' }),
      await token.increaseAllowance({ amount: '50', spender }, 'auto'),
      await token.decreaseAllowance({ amount: '20', spender }, calculateFee(300000, GasPrice.fromString('0.01untrn'))),
      await token.updateMarketing({ project: 'x' }, 'auto'),
      await new Cw20BaseClient(await neutron.client(bob), bob.address, contractAddress).transferFrom(
        { amount: '30', owner: alice.address, recipient: bob.address }, 'auto'),
      await client.sendTokens(alice.address, bob.address, [{ denom: 'untrn', amount: '7' }]),
      await client.signAndBroadcast(alice.address, [], 'auto').catch(({ message }) => ({ gasUsed: message })),
    ]
    const refused = await token.transfer({ amount: '9999', recipient: bob.address }, 'auto').then(() => 'passed', ({ message }) => message)
    console.log(JSON.stringify({
      isOfTheProject: client instanceof SigningCosmWasmClient,
      gas: sent.map(({ gasUsed, gasWanted }) => [String(gasUsed), String(gasWanted)]),
      balances: [await token.balance({ address: alice.address }), await token.balance({ address: bob.address })],
      untrn: (await client.getBalance(bob.address, 'untrn')).amount,
      refused,
    }))
  }`

const NAMES = ['sudobox', '@cosmjs/cosmwasm-stargate', '@cosmjs/stargate']
const MAIN = {
  mjs: `import story from './story.cjs'
    import * as client from './Cw20Base.client.mjs'
    ${NAMES.map((name, index) => `import * as m${index} from '${name}'`).join('\n')}
    await story(m0, m1, m2, client)`,
  cjs: `require('./story.cjs')(${NAMES.map((name) => `require('${name}')`).join(', ')}, require('./Cw20Base.client.cjs'))`,
}

const folder = emptyFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const projectOf = (release: string): string => join(folder, 'projects', release.replace('>=', 'from-'))

/** The generated client, without its types. */
async function compiled(format: 'mjs' | 'cjs'): Promise<string> {
  const build = await rolldown({ input: join(ROOT, 'test/clients/Cw20Base.client.ts') })
  const { output } = await build.generate({ format: format === 'mjs' ? 'esm' : 'cjs' })
  return output[0].code
}

async function prepare(): Promise<void> {
  for (const release of RELEASES) {
    const dependencies = { '@cosmjs/cosmwasm-stargate': release, '@cosmjs/stargate': release }
    write(
      projectOf(release),
      'package.json',
      JSON.stringify({ name: `with-${release.replace('>=', 'from-')}`, private: true, dependencies }),
    )
    write(projectOf(release), 'story.cjs', STORY)
    for (const format of FORMATS) {
      write(projectOf(release), `Cw20Base.client.${format}`, await compiled(format))
      write(projectOf(release), `main.${format}`, MAIN[format])
    }
  }
  const wasm = readFileSync(join(ROOT, 'contracts/artifacts/cw20_base.wasm'))
  write(folder, 'cw20_base.wasm', wasm)
  await install(folder, {
    name: 'beside-cosmjs',
    private: true,
    workspaces: ['projects/*'],
    devDependencies: { sudobox: `file:${await manifestOnly(folder)}` },
  })
  await unpack(folder)
}

describe.each(RELEASES)('beside cosmjs %s', (release) => {
  onlineTest.each(FORMATS)(
    'every method of a generated client works, as %s',
    async (format) => {
      const { code, output } = await run(`node main.${format}`, projectOf(release))
      expect({ code, output }).toEqual({ code: 0, output })
      const told = JSON.parse(output.split('\n').find((line) => line.startsWith('{'))!) as object
      expect(told).toMatchObject({
        isOfTheProject: true,
        balances: [{ balance: '669' }, { balance: '330' }],
        untrn: '1007',
        refused: expect.stringContaining('Cannot Sub') as string,
      })
      // The chain sees the same, whatever the release.
      expect(told).toEqual((first ??= told))
    },
    TIMEOUT,
  )
})

let first: object | undefined
if (process.env['SUDOBOX_OFFLINE'] !== '1') beforeAll(prepare, TIMEOUT)
