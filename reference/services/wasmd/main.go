// Program wasmd writes down what wasmd's app offers to the clients of its node.
package main

import (
	"os"

	"cosmossdk.io/log"
	"github.com/CosmWasm/wasmd/app"
	wasmkeeper "github.com/CosmWasm/wasmd/x/wasm/keeper"
	db "github.com/cosmos/cosmos-db"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"sudobox/reference/services"
)

const chainID = "wasmd-1"

func main() {
	config := sdk.GetConfig()
	config.SetBech32PrefixForAccount("wasm", "wasmpub")
	config.SetBech32PrefixForValidator("wasmvaloper", "wasmvaloperpub")
	config.SetBech32PrefixForConsensusNode("wasmvalcons", "wasmvalconspub")
	home, err := os.MkdirTemp("", "wasmd")
	check(err)
	defer os.RemoveAll(home)
	a := app.NewWasmApp(log.NewNopLogger(), db.NewMemDB(), nil, true, sims.AppOptionsMap{flags.FlagHome: home},
		[]wasmkeeper.Option{}, baseapp.SetChainID(chainID))
	services.Start(a, a.AppCodec(), a.DefaultGenesis(), chainID)
	services.Record(os.Args[1], "reference/services: wasmd v0.61.14, cosmos-sdk v0.53.6", a, client.Context{}.
		WithChainID(chainID).WithCodec(a.AppCodec()).WithTxConfig(a.TxConfig()).WithInterfaceRegistry(a.InterfaceRegistry()))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
