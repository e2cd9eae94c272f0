// Program nolus writes down what the app of nolus-core offers to the clients of its node.
package main

import (
	"encoding/json"
	"os"

	"cosmossdk.io/log"
	"github.com/Nolus-Protocol/nolus-core/app"
	"github.com/Nolus-Protocol/nolus-core/app/params"
	db "github.com/cosmos/cosmos-db"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/testutil/sims"

	"sudobox/reference/services"
)

const chainID = "nolus-rila-1"

func main() {
	params.GetDefaultConfig()
	home, err := os.MkdirTemp("", "nolus")
	check(err)
	defer os.RemoveAll(home)
	encoding := app.MakeEncodingConfig(app.ModuleBasics)
	a := app.New(log.NewNopLogger(), db.NewMemDB(), nil, true, map[int64]bool{}, home, encoding,
		sims.AppOptionsMap{flags.FlagHome: home}, baseapp.SetChainID(chainID))
	defaults := map[string]json.RawMessage(app.ModuleBasics.DefaultGenesis(encoding.Marshaler))
	services.Start(a, a.AppCodec(), defaults, chainID)
	services.Record(os.Args[1], "reference/services: nolus-core 444f8da7 (v0.8), cosmos-sdk v0.53.3-nolus-3", a, client.Context{}.
		WithChainID(chainID).WithCodec(a.AppCodec()).WithTxConfig(encoding.TxConfig).WithInterfaceRegistry(encoding.InterfaceRegistry))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
