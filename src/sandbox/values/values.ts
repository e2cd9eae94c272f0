import { secp256k1 } from '@noble/curves/secp256k1.js'
import { z } from 'zod'
import { fromHex } from '../../base/index.js'

export { json, type Json } from '../../base/json-value.js'

const decimal = z.string().regex(/^(0|[1-9][0-9]*)$/, 'expected a decimal string such as "1000000"')

/** A whole number from 0 on: bigint in the program, a decimal string in JSON; numbers and bigints are read too. */
export const uint = z
  .codec(
    z.union(
      [decimal, z.int().nonnegative(), z.bigint().nonnegative()],
      'expected a whole number from 0 on, such as "1000000"',
    ),
    z.bigint(),
    { decode: (value) => BigInt(value), encode: (value) => value.toString() },
  )
  .meta({ id: 'Uint' })

/** {@link uint} in the JSON Schema of a file, which has no bigints. */
export const UINT_JSON_SCHEMA = {
  description: 'A whole number from 0 on, as a decimal string or a JSON integer.',
  anyOf: [
    { type: 'string', pattern: '^(0|[1-9][0-9]*)$' },
    { type: 'integer', minimum: 0 },
  ],
}

/** Coins as the chain prints them: `100untrn,5uatom`. */
export const coins = z
  .string()
  .regex(
    /^$|^[0-9]+[a-zA-Z][a-zA-Z0-9/:._-]{2,127}(,[0-9]+[a-zA-Z][a-zA-Z0-9/:._-]{2,127})*$/,
    'expected coins such as "100untrn,5uatom"',
  )
  .meta({ id: 'Coins', description: 'Coins as the chain prints them: "100untrn,5uatom".' })

export const base64 = z.base64().meta({ id: 'Base64', description: 'Bytes in standard base64.' })

export const hex32 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hex digits')
  .meta({ id: 'Sha256', description: 'A SHA-256 hash in lower-case hex.' })

/** A secret of secp256k1; its number has to be from 1 to below the order of the group. */
export const privateKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'expected a private key: 64 lower-case hex digits')
  .refine((text) => !/^[0-9a-f]{64}$/.test(text) || secp256k1.utils.isValidSecretKey(fromHex(text)), {
    message: 'not a private key of secp256k1: it is zero, or not below the order of the group',
  })
  .meta({ id: 'PrivateKey', description: 'A private key of secp256k1 in lower-case hex.' })

/** Whether a value can be the name, label or address of an action. */
export const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''
