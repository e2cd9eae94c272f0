import { VmError } from './errors.js'

/** A piece of linear memory that the contract describes. Source: cosmwasm-vm `memory.rs`. */
export interface Region {
  readonly offset: number
  readonly capacity: number
  readonly length: number
}

/** Texts of cosmwasm-vm `communication_error.rs`. */
export const communication = (text: string): VmError =>
  new VmError('CommunicationErr', `Error in guest/host communication: ${text}`)

const REGION_BYTES = 12

/**
 * Reads and validates the description at `pointer`. `size` is the size of the memory as the contract sees it.
 * @throws VmError of kind CommunicationErr
 */
export function readRegionHead(view: DataView, size: number, pointer: number): Region {
  if (pointer + REGION_BYTES > size)
    throw communication(
      `The Wasm memory address ${pointer} provided by the contract could not be dereferenced: Could not dereference this pointer to a Region`,
    )
  const region = {
    offset: view.getUint32(pointer, true),
    capacity: view.getUint32(pointer + 4, true),
    length: view.getUint32(pointer + 8, true),
  }
  const { offset, capacity, length } = region
  if (offset === 0) throw communication('Got an invalid region: Got a zero Wasm address in the offset')
  if (length > capacity)
    throw communication(`Got an invalid region: Region length exceeds capacity. Length ${length}, capacity ${capacity}`)
  if (capacity > 0xffff_ffff - offset)
    throw communication(`Got an invalid region: Region exceeds address space. Offset ${offset}, capacity ${capacity}`)
  return region
}

/** Makes the error for a region that is longer than it may be. */
export type TooBig = (length: number, limit: number) => VmError

export const regionTooBig: TooBig = (length, limit) =>
  communication(`Region length too big. Got ${length}, limit ${limit}`)

export const regionTooSmall = (size: number, required: number): VmError =>
  communication(`Region too small. Got ${size}, required ${required}`)

export const regionOutside = ({ offset, capacity, length }: Region, size: number): VmError =>
  communication(
    `Tried to access memory of region Region { offset: ${offset}, capacity: ${capacity}, length: ${length} } in Wasm memory of size ${size} bytes. This typically happens when the given Region pointer does not point to a proper Region struct.`,
  )
