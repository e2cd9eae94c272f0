module sudobox/reference/layers

go 1.24.10

require (
	cosmossdk.io/core v0.11.3
	cosmossdk.io/errors v1.1.0
	cosmossdk.io/log v1.6.1
	cosmossdk.io/math v1.5.3
	cosmossdk.io/store v1.1.2
	github.com/CosmWasm/wasmd v0.61.12
	github.com/CosmWasm/wasmvm/v3 v3.0.7
	github.com/cometbft/cometbft v0.38.21
	github.com/cosmos/cosmos-db v1.1.3
	github.com/cosmos/cosmos-sdk v0.53.6
	github.com/cosmos/gogoproto v1.7.2
	github.com/cosmos/ibc-apps/middleware/packet-forward-middleware/v10 v10.1.0
	github.com/cosmos/ibc-go/v10 v10.5.0
	github.com/cosmos/ics23/go v0.11.0
	github.com/neutron-org/neutron/v11 v11.0.0-20260515185401-06e81b9f8c08
	github.com/skip-mev/feemarket v1.1.1
	github.com/skip-mev/slinky v1.3.1
	sudobox/reference/recording v0.0.0
)

replace sudobox/reference/recording => ../recording
