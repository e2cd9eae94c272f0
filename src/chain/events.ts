/** Key and value as text, in the order in which they were given. Source: abci `EventAttribute`. */
export type Attribute = readonly [key: string, value: string]

export interface Event {
  readonly type: string
  readonly attributes: readonly Attribute[]
}

export const event = (type: string, ...attributes: readonly Attribute[]): Event => ({ type, attributes })

/** The events with one more attribute each, after their own. */
export const withAttribute = (events: readonly Event[], attribute: Attribute): Event[] =>
  events.map(({ type, attributes }) => ({ type, attributes: [...attributes, attribute] }))

/** Events in the order of their emission. Source: cosmos-sdk types/events.go `EventManager`. */
export class EventManager {
  readonly #events: Event[] = []

  get events(): readonly Event[] {
    return this.#events
  }
  emit(...events: readonly Event[]): void {
    for (const event of events) this.#events.push(event)
  }
}
