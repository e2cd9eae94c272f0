import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** What an app offers to the clients of its node; written by reference/services. */
export interface RecordedServices {
  /** Names of methods by service. */
  readonly services: Readonly<Record<string, readonly string[]>>
  /** Paths of the REST gateway with their verbs. */
  readonly routes: readonly string[]
  /** `message`, `enum` or `service` and the full name; its members, of a field `name label type number json_name`, its oneof, and `packed`. */
  readonly types: Readonly<Record<string, string>>
  readonly answers: readonly {
    readonly method: string
    /** In base64, as the response. */
    readonly request: string
    readonly response?: string
    readonly code?: number
    readonly message?: string
  }[]
}

export const recordedServices = (app: string): RecordedServices =>
  JSON.parse(
    gunzipSync(readFileSync(new URL(`../../fixtures/server/services/${app}.json.gz`, import.meta.url))).toString(),
  ) as RecordedServices
