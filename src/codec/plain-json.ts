import { refuseNotJson, toBase64, toUtf8 } from '../base/index.js'

/** A value as JSON for a contract, with bytes as base64. @param what name of the value for the error @throws UsageError for what JSON would change */
export function jsonBytes(value: unknown, what: string): Uint8Array {
  refuseNotJson(value, what, { bytes: true })
  return toUtf8(
    JSON.stringify(value, (_, member: unknown) => (member instanceof Uint8Array ? toBase64(member) : member)),
  )
}
