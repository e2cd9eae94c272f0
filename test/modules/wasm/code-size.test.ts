// Sources: wasmd x/wasm/types/validation.go `MaxWasmSize`, neutron app/app.go `overrideWasmVariables`.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toBase64 } from '../../../src/base/bytes.js'
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js'
import { PROBE } from './chain.js'

/** The probe contract with a custom section that makes it so long. */
function probeOf(bytes: number): Uint8Array {
  const size = bytes - PROBE.length - 5
  const head = [0, ...[0, 7, 14, 21].map((shift) => ((size >> shift) & 0x7f) | (shift < 21 ? 0x80 : 0)), 1, 0x78]
  const code = new Uint8Array(bytes)
  code.set(PROBE)
  code.set(head, PROBE.length)
  return code
}

describe.each([
  ['neutron', 1_677_722],
  ['hub', 819_200],
  ['wasmd', 819_200],
  ['nolus', 819_200],
] as const)('%s', (kind, limit) => {
  let sandbox: Sandbox<'here'>
  beforeAll(() => {
    sandbox = createSandbox({ chains: { here: { kind } }, links: [] })
  })
  afterAll(async () => sandbox.close())

  const store = async (code: Uint8Array) =>
    sandbox
      .chain('here')!
      .account('developer')
      .send([{ store: { wasm: { base64: toBase64(code) } } }])

  test(`code may have ${limit} bytes`, async () => {
    expect(await store(probeOf(limit))).toMatchObject({ code: 0 })
    // Go's reader refuses an archive of exactly 25 blocks of 32 KiB.
    expect(await store(gzipSync(probeOf(limit - 1)))).toMatchObject({ code: 0 })
    await expect(store(probeOf(limit + 1))).rejects.toThrow(`code bytes cannot be longer than ${limit} bytes`)
    await expect(store(gzipSync(probeOf(limit + 1)))).rejects.toThrow(`uncompress wasm archive: max ${limit} bytes`)
  })
})
