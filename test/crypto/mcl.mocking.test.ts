// Releases of mcl-wasm other than the installed one: how its file quotes the module does not matter, and what is missing is reported by name.
import { beforeEach, expect, test, vi } from 'vitest'

const read = vi.hoisted(() => vi.fn<(file: string) => string>())
vi.mock('node:fs', async (original) => ({ ...(await original<typeof import('node:fs')>()), readFileSync: read }))

const X = Buffer.from('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex')
const Y = Buffer.from('483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8', 'hex')

/** The key of a signature of 0 with r = s = the x of secp256k1's generator, which is the generator, when the package's file has another text. */
async function recoverWith(change: (text: string) => string): Promise<Uint8Array> {
  const { readFileSync } = await vi.importActual<typeof import('node:fs')>('node:fs')
  read.mockImplementation((file) => change(readFileSync(file, 'latin1')))
  const { secp256k1 } = await import('../../src/crypto/secp256k1.js')
  return secp256k1.recover(new Uint8Array(32), Buffer.concat([X, X]), 0)
}

beforeEach(() => vi.resetModules())

test.each([
  ['as it is', (text: string) => text],
  ['in double quotes', (text: string) => text.replaceAll("'", '"')],
  ['with another loader', (text: string) => `module.exports = "${/AGFzbQ[\w+/]+=*/.exec(text)![0]}"`],
])('reads the module of the package %s', async (_, change) => {
  expect(await recoverWith(change)).toEqual(Uint8Array.of(4, ...X, ...Y))
})

test('reports a package without a module, and a module without the functions', async () => {
  await expect(recoverWith(() => 'module.exports = () => fetch("mcl.wasm")')).rejects.toThrow(
    'mcl-wasm/dist/mcl_c.js of the installed release contains no WebAssembly module in base64',
  )
  const empty = Buffer.from('0061736d01000000', 'hex').toString('base64')
  await expect(recoverWith(() => `'${empty}'`)).rejects.toThrow(
    /^the installed release of mcl-wasm has no malloc, stackSave, .*mclBnGT_setInt32$/,
  )
})
