import { z } from 'zod'

/** Bytes as Ethereum writes them. */
export const hexBytes = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'expected bytes in hex, such as "0x00ff"')
  .meta({ id: 'HexBytes', description: 'Bytes in hex, after 0x.' })
