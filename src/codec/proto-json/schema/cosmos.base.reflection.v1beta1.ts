// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_BASE_REFLECTION_V1BETA1: PackageTable = {
  messages: {
    ListAllInterfacesRequest: '',
    ListAllInterfacesResponse: 'interface_names string[] 1',
    ListImplementationsRequest: 'interface_name string 1',
    ListImplementationsResponse: 'implementation_message_names string[] 1',
  },
  enums: {},
  services: {
    ReflectionService:
      'ListAllInterfaces .ListAllInterfacesRequest .ListAllInterfacesResponse, ListImplementations .ListImplementationsRequest .ListImplementationsResponse',
  },
}
