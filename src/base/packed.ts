import { deflateRawSync } from 'node:zlib'

/** Compressed text, in the form that the page unpacks. */
export const packed = (text: string): string => deflateRawSync(text, { level: 9 }).toString('base64')
