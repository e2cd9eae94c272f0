// A plug-in for the one query of the admin module that the suite makes. Neutron 11 has no such module: its governance changes params.
import { definePlugin, grpcQuery } from '../../dist/sandbox/index.js'

/** The address of the module `gov`. */
const GOVERNANCE = 'neutron10d07y265gmmuvt4z0w9aw880jnsr700j7a68v5'

/** Field 1, a text. */
const admin = (text) => Buffer.concat([Buffer.from([0x0a, text.length]), Buffer.from(text)])

export const adminModule = definePlugin({
  name: 'adminmodule',
  grpc: [
    grpcQuery({
      path: '/cosmos.adminmodule.adminmodule.Query/Admins',
      request: { encode: () => new Uint8Array(0), decode: () => ({}) },
      response: { encode: ({ admins }) => Buffer.concat(admins.map(admin)), decode: () => ({}) },
      answer: () => ({ admins: [GOVERNANCE] }),
    }),
  ],
})
