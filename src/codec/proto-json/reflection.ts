import type { PackageTable } from './schema.js'

/** The service that tells clients of the other ones. Source: grpc/grpc-proto grpc/reflection/v1/reflection.proto; v1alpha is equal. */
const REFLECTION: PackageTable = {
  messages: {
    ServerReflectionRequest:
      'host string 1, file_by_filename string|message_request 3, file_containing_symbol string|message_request 4, file_containing_extension .ExtensionRequest|message_request 5, all_extension_numbers_of_type string|message_request 6, list_services string|message_request 7',
    ExtensionRequest: 'containing_type string 1, extension_number int32 2',
    ServerReflectionResponse:
      'valid_host string 1, original_request .ServerReflectionRequest? 2, file_descriptor_response .FileDescriptorResponse|message_response 4, all_extension_numbers_response .ExtensionNumberResponse|message_response 5, list_services_response .ListServiceResponse|message_response 6, error_response .ErrorResponse|message_response 7',
    FileDescriptorResponse: 'file_descriptor_proto bytes[] 1',
    ExtensionNumberResponse: 'base_type_name string 1, extension_number int32[] 2',
    ListServiceResponse: 'service .ServiceResponse[] 1',
    ServiceResponse: 'name string 1',
    ErrorResponse: 'error_code int32 1, error_message string 2',
  },
  enums: {},
  services: { ServerReflection: 'ServerReflectionInfo .ServerReflectionRequest* .ServerReflectionResponse*' },
}

export const REFLECTION_PACKAGES: Readonly<Record<string, PackageTable>> = {
  'grpc.reflection.v1': REFLECTION,
  'grpc.reflection.v1alpha': REFLECTION,
}
