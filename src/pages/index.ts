/** Results as plain JSON. */
export { exactText, parseExact } from './exact-json.js'
export { journeyData, type RowOf } from './journeys.js'
export { jsonOf } from './json.js'
export type { CallData, EventData, JourneyData, Json, LineData, LinesData, PartDetail, SudoData } from './model.js'
export { isPacket, isQuery, packetId, partDetail, shortened, sudoData } from './part.js'
export { valueText } from './value-text.js'
export { deliveryPart, partOf, partsOfEnd, withRuns, type Delivered, type Part } from './parts.js'
