module sudobox/reference/rest

go 1.24

require github.com/bufbuild/protocompile v0.14.1

require google.golang.org/protobuf v1.34.2 // indirect
