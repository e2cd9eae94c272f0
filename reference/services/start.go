package services

import (
	"encoding/json"
	"time"

	sdkmath "cosmossdk.io/math"
	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/crypto/ed25519"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/cosmos-sdk/codec"
	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
)

// Start makes the first block of an app from its default genesis, with one validator and one account.
func Start(app servertypes.Application, cdc codec.Codec, defaults map[string]json.RawMessage, chainID string) {
	key := ed25519.GenPrivKeyFromSecret([]byte("validator"))
	validators := cmttypes.NewValidatorSet([]*cmttypes.Validator{cmttypes.NewValidator(key.PubKey(), 1)})
	user := sdk.AccAddress(make([]byte, 20))
	genesis, err := sims.GenesisStateWithValSet(cdc, defaults, validators,
		[]authtypes.GenesisAccount{authtypes.NewBaseAccount(user, nil, 0, 0)},
		banktypes.Balance{Address: user.String(), Coins: sdk.NewCoins(sdk.NewCoin(sdk.DefaultBondDenom, sdkmath.NewInt(1000)))})
	check(err)
	state, err := json.Marshal(genesis)
	check(err)
	now := time.Unix(1_767_225_600, 0).UTC()
	_, err = app.InitChain(&abci.RequestInitChain{ChainId: chainID, Time: now, InitialHeight: 1, Validators: []abci.ValidatorUpdate{},
		ConsensusParams: sims.DefaultConsensusParams, AppStateBytes: state})
	check(err)
	_, err = app.FinalizeBlock(&abci.RequestFinalizeBlock{Height: 1, Time: now.Add(5 * time.Second), NextValidatorsHash: validators.Hash()})
	check(err)
	_, err = app.Commit()
	check(err)
}
