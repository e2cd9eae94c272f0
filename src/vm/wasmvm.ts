/**
 * The release of cosmwasm-vm in each release of wasmvm; the numbers differ. Source: wasmvm `libwasmvm/Cargo.lock`. That of 3.0.5, 3.0.6 and 2.3.3
 * could not be read: these have what was the newest release of cosmwasm-vm on the day of theirs.
 */
export const VM_OF_WASMVM = {
  '1.5.0': '1.5.0',
  '1.5.1': '1.5.1',
  '1.5.2': '1.5.2',
  '1.5.3': '1.5.6',
  '1.5.4': '1.5.7',
  '1.5.5': '1.5.8',
  '1.5.6': '1.5.9',
  '1.5.7': '1.5.9',
  '1.5.8': '1.5.10',
  '1.5.9': '1.5.11',
  '2.0.0': '2.0.0',
  '2.0.1': '2.0.1',
  '2.0.2': '2.0.5',
  '2.0.3': '2.0.6',
  '2.0.4': '2.0.7',
  '2.0.5': '2.0.8',
  '2.0.6': '2.0.9',
  '2.1.0': '2.1.0',
  '2.1.1': '2.1.2',
  '2.1.2': '2.1.3',
  '2.1.3': '2.1.4',
  '2.1.4': '2.1.5',
  '2.1.5': '2.1.6',
  '2.1.6': '2.1.7',
  '2.2.0': '2.2.0',
  '2.2.1': '2.2.0',
  '2.2.2': '2.2.1',
  '2.2.3': '2.2.2',
  '2.2.4': '2.2.2',
  '2.2.5': '2.3.0',
  '2.2.6': '2.2.7',
  '2.3.0': '2.3.0',
  '2.3.1': '2.3.0',
  '2.3.2': '2.3.2',
  '2.3.3': '2.3.3',
  '2.3.4': '2.3.4',
  '3.0.0': '3.0.0',
  '3.0.1': '3.0.1',
  '3.0.2': '3.0.2',
  '3.0.3': '3.0.4',
  '3.0.4': '3.0.5',
  '3.0.5': '3.0.6',
  '3.0.6': '3.0.7',
  '3.0.7': '3.0.9',
} as const

/** The release of cosmwasm-vm in the release of wasmvm that a live chain reports; undefined for an unknown one. */
export const vmOfWasmvm = (release: string): string | undefined =>
  Object.hasOwn(VM_OF_WASMVM, release) ? VM_OF_WASMVM[release as keyof typeof VM_OF_WASMVM] : undefined
