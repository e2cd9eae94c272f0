/** Published advisories whose patches a chain can lack: its behaviour is then that of the releases before. */
export const PATCHED_ADVISORIES = ['CWA-2025-004', 'CWA-2025-005', 'CWA-2025-006', 'CWA-2025-007'] as const

export type PatchedAdvisory = (typeof PATCHED_ADVISORIES)[number]
