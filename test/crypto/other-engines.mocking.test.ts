// The tests of keys and signatures again, in an engine whose cryptography lacks secp256k1, as Bun's does.
import { vi } from 'vitest'
import './secp256k1-keys.test.js'

vi.mock('node:crypto', async (original) => {
  const refused = (): never => {
    throw new Error('Failed to create key using named curve')
  }
  const real = await original<typeof import('node:crypto')>()
  return { ...real, getCurves: () => ['prime256v1', 'secp384r1'], createECDH: refused, createPublicKey: refused }
})
