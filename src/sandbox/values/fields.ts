import { z } from 'zod'
import { json, type Json } from './values.js'

/** Fields that several actions have. */
export const chain = z.string().min(1).default('neutron').describe('The chain, by its name in the sandbox.')
export const account = z.string().min(1).describe('An account, by its name.')
export const contract = z
  .string()
  .min(1)
  .describe('A contract: its address, or the label under which it was instantiated.')
export const address = z
  .string()
  .min(1)
  .describe('An address, or the name of an account or contract of the same chain.')

/** A contract's message: JSON, which goes out in its compact form, or the exact text. */
export const message = {
  msg: json.optional(),
  msgText: z.string().optional().describe('The exact text of the message, instead of `msg`.'),
}
export const oneMessage = (value: { msg?: Json | undefined; msgText?: string | undefined }): boolean =>
  (value.msg === undefined) !== (value.msgText === undefined)
export const ONE_MESSAGE = 'expected either msg or msgText'
