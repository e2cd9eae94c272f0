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

/** The service that describes the app. Source: cosmos-sdk v0.53.6 proto/cosmos/base/reflection/v2alpha1/reflection.proto */
const APP_REFLECTION: PackageTable = {
  messages: {
    AppDescriptor:
      'authn .AuthnDescriptor? 1, chain .ChainDescriptor? 2, codec .CodecDescriptor? 3, configuration .ConfigurationDescriptor? 4, query_services .QueryServicesDescriptor? 5, tx .TxDescriptor? 6',
    TxDescriptor: 'fullname string 1, msgs .MsgDescriptor[] 2',
    AuthnDescriptor: 'sign_modes .SigningModeDescriptor[] 1',
    SigningModeDescriptor: 'name string 1, number int32 2, authn_info_provider_method_fullname string 3',
    ChainDescriptor: 'id string 1',
    CodecDescriptor: 'interfaces .InterfaceDescriptor[] 1',
    InterfaceDescriptor:
      'fullname string 1, interface_accepting_messages .InterfaceAcceptingMessageDescriptor[] 2, interface_implementers .InterfaceImplementerDescriptor[] 3',
    InterfaceImplementerDescriptor: 'fullname string 1, type_url string 2',
    InterfaceAcceptingMessageDescriptor: 'fullname string 1, field_descriptor_names string[] 2',
    ConfigurationDescriptor: 'bech32_account_address_prefix string 1',
    MsgDescriptor: 'msg_type_url string 1',
    GetAuthnDescriptorRequest: '',
    GetAuthnDescriptorResponse: 'authn .AuthnDescriptor? 1',
    GetChainDescriptorRequest: '',
    GetChainDescriptorResponse: 'chain .ChainDescriptor? 1',
    GetCodecDescriptorRequest: '',
    GetCodecDescriptorResponse: 'codec .CodecDescriptor? 1',
    GetConfigurationDescriptorRequest: '',
    GetConfigurationDescriptorResponse: 'config .ConfigurationDescriptor? 1',
    GetQueryServicesDescriptorRequest: '',
    GetQueryServicesDescriptorResponse: 'queries .QueryServicesDescriptor? 1',
    GetTxDescriptorRequest: '',
    GetTxDescriptorResponse: 'tx .TxDescriptor? 1',
    QueryServicesDescriptor: 'query_services .QueryServiceDescriptor[] 1',
    QueryServiceDescriptor: 'fullname string 1, is_module bool 2, methods .QueryMethodDescriptor[] 3',
    QueryMethodDescriptor: 'name string 1, full_query_path string 2',
  },
  enums: {},
  services: {
    ReflectionService: ['Authn', 'Chain', 'Codec', 'Configuration', 'QueryServices', 'Tx']
      .map((part) => `Get${part}Descriptor .Get${part}DescriptorRequest .Get${part}DescriptorResponse`)
      .join(', '),
  },
}

/** The service that gives clients all files at once. Source: cosmos-sdk v0.53.6 proto/cosmos/reflection/v1/reflection.proto */
const FILES: PackageTable = {
  messages: {
    FileDescriptorsRequest: '',
    FileDescriptorsResponse: 'files google.protobuf.FileDescriptorProto[] 1',
  },
  enums: {},
  services: { ReflectionService: 'FileDescriptors .FileDescriptorsRequest .FileDescriptorsResponse' },
}

export const REFLECTION_PACKAGES: Readonly<Record<string, PackageTable>> = {
  'cosmos.base.reflection.v2alpha1': APP_REFLECTION,
  'cosmos.reflection.v1': FILES,
  'grpc.reflection.v1': REFLECTION,
  'grpc.reflection.v1alpha': REFLECTION,
}
