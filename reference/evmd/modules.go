package main

import (
	"github.com/cosmos/cosmos-sdk/types/module"
	"github.com/cosmos/cosmos-sdk/x/auth"
	authsims "github.com/cosmos/cosmos-sdk/x/auth/simulation"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	"github.com/cosmos/cosmos-sdk/x/auth/vesting"
	vestingtypes "github.com/cosmos/cosmos-sdk/x/auth/vesting/types"
	"github.com/cosmos/cosmos-sdk/x/authz"
	authzmodule "github.com/cosmos/cosmos-sdk/x/authz/module"
	"github.com/cosmos/cosmos-sdk/x/bank"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"github.com/cosmos/cosmos-sdk/x/consensus"
	consensustypes "github.com/cosmos/cosmos-sdk/x/consensus/types"
	distr "github.com/cosmos/cosmos-sdk/x/distribution"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	"github.com/cosmos/cosmos-sdk/x/evidence"
	evidencetypes "github.com/cosmos/cosmos-sdk/x/evidence/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"
	feegrantmodule "github.com/cosmos/cosmos-sdk/x/feegrant/module"
	"github.com/cosmos/cosmos-sdk/x/genutil"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"
	"github.com/cosmos/cosmos-sdk/x/gov"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	"github.com/cosmos/cosmos-sdk/x/mint"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"
	"github.com/cosmos/cosmos-sdk/x/slashing"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"
	"github.com/cosmos/cosmos-sdk/x/staking"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	"github.com/cosmos/cosmos-sdk/x/upgrade"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"
	"github.com/cosmos/evm/x/erc20"
	erc20types "github.com/cosmos/evm/x/erc20/types"
	erc20v2 "github.com/cosmos/evm/x/erc20/v2"
	"github.com/cosmos/evm/x/feemarket"
	feemarkettypes "github.com/cosmos/evm/x/feemarket/types"
	ibccallbackskeeper "github.com/cosmos/evm/x/ibc/callbacks/keeper"
	"github.com/cosmos/evm/x/vm"
	evmtypes "github.com/cosmos/evm/x/vm/types"
	callbacks "github.com/cosmos/ibc-go/v11/modules/apps/callbacks"
	"github.com/cosmos/ibc-go/v11/modules/apps/transfer"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	transferv2 "github.com/cosmos/ibc-go/v11/modules/apps/transfer/v2"
	ibc "github.com/cosmos/ibc-go/v11/modules/core"
	porttypes "github.com/cosmos/ibc-go/v11/modules/core/05-port/types"
	ibcapi "github.com/cosmos/ibc-go/v11/modules/core/api"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
	tendermint "github.com/cosmos/ibc-go/v11/modules/light-clients/07-tendermint"
)

// callbackGas is what a callback of a packet may use at most.
const callbackGas = 1_000_000

// routes are the applications of packets: callbacks around ERC-20 pairs around transfers; between clients there are no callbacks.
func (a *App) routes() {
	layers := callbacks.NewIBCMiddleware(ibccallbackskeeper.NewKeeper(a.Accounts, a.EVM, a.ERC20), callbackGas)
	layers.SetICS4Wrapper(a.IBC.ChannelKeeper)
	layers.SetUnderlyingApplication(erc20.NewIBCMiddleware(a.ERC20, transfer.NewIBCModule(a.Transfer)))
	a.IBC.SetRouter(porttypes.NewRouter().AddRoute(transfertypes.ModuleName, layers))
	a.IBC.SetRouterV2(ibcapi.NewRouter().AddRoute(transfertypes.ModuleName,
		erc20v2.NewIBCMiddleware(transferv2.NewIBCModule(a.Transfer), a.ERC20)))
}

// manage registers the modules, in the orders of the example chain.
func (a *App) manage() {
	cdc, registry := a.Codec, a.InterfaceRegistry
	light := tendermint.NewLightClientModule(cdc, a.IBC.ClientKeeper.GetStoreProvider())
	a.IBC.ClientKeeper.AddRoute(tendermint.ModuleName, &light)
	a.modules = module.NewManager(
		genutil.NewAppModule(a.Accounts, a.Staking, a.BaseApp, a.TxConfig),
		auth.NewAppModule(cdc, a.Accounts, authsims.RandomGenesisAccounts, nil),
		bank.NewAppModule(cdc, a.Bank, a.Accounts, nil),
		feegrantmodule.NewAppModule(cdc, a.Accounts, a.Bank, a.FeeGrants, registry),
		gov.NewAppModule(cdc, &a.Gov, a.Accounts, a.Bank, nil),
		mint.NewAppModule(cdc, a.Mint, a.Accounts, nil, nil),
		slashing.NewAppModule(cdc, a.Slashing, a.Accounts, a.Bank, a.Staking, nil, registry),
		distr.NewAppModule(cdc, a.Distribution, a.Accounts, a.Bank, a.Staking, nil),
		staking.NewAppModule(cdc, a.Staking, a.Accounts, a.Bank, nil),
		upgrade.NewAppModule(a.Upgrade, a.Accounts.AddressCodec()),
		evidence.NewAppModule(a.Evidence),
		authzmodule.NewAppModule(cdc, a.Authz, a.Accounts, a.Bank, registry),
		consensus.NewAppModule(cdc, a.Consensus),
		vesting.NewAppModule(a.Accounts, a.Bank),
		ibc.NewAppModule(a.IBC),
		tendermint.NewAppModule(light),
		transfer.NewAppModule(a.Transfer),
		vm.NewAppModule(a.EVM, a.Accounts, a.Bank, a.Accounts.AddressCodec()),
		feemarket.NewAppModule(a.FeeMarket),
		erc20.NewAppModule(a.ERC20, a.Accounts),
	)
	a.basics = module.NewBasicManagerFromManager(a.modules, nil)
	a.basics.RegisterLegacyAminoCodec(a.Amino)
	a.basics.RegisterInterfaces(registry)
	a.modules.SetOrderPreBlockers(upgradetypes.ModuleName, authtypes.ModuleName, evmtypes.ModuleName)
	a.modules.SetOrderBeginBlockers(
		minttypes.ModuleName, ibcexported.ModuleName, transfertypes.ModuleName,
		erc20types.ModuleName, feemarkettypes.ModuleName, evmtypes.ModuleName,
		distrtypes.ModuleName, slashingtypes.ModuleName, evidencetypes.ModuleName, stakingtypes.ModuleName,
		authtypes.ModuleName, banktypes.ModuleName, govtypes.ModuleName, genutiltypes.ModuleName, authz.ModuleName,
		feegrant.ModuleName, consensustypes.ModuleName, vestingtypes.ModuleName,
	)
	a.modules.SetOrderEndBlockers(
		banktypes.ModuleName, govtypes.ModuleName, stakingtypes.ModuleName, authtypes.ModuleName,
		evmtypes.ModuleName, erc20types.ModuleName, feemarkettypes.ModuleName,
		ibcexported.ModuleName, transfertypes.ModuleName, distrtypes.ModuleName, slashingtypes.ModuleName,
		minttypes.ModuleName, genutiltypes.ModuleName, evidencetypes.ModuleName, authz.ModuleName,
		feegrant.ModuleName, upgradetypes.ModuleName, consensustypes.ModuleName, vestingtypes.ModuleName,
	)
	a.modules.SetOrderInitGenesis(
		authtypes.ModuleName, banktypes.ModuleName, distrtypes.ModuleName, stakingtypes.ModuleName,
		slashingtypes.ModuleName, govtypes.ModuleName, minttypes.ModuleName, ibcexported.ModuleName,
		evmtypes.ModuleName, feemarkettypes.ModuleName, erc20types.ModuleName, transfertypes.ModuleName,
		genutiltypes.ModuleName, evidencetypes.ModuleName, authz.ModuleName, feegrant.ModuleName,
		upgradetypes.ModuleName, vestingtypes.ModuleName,
	)
	check(a.modules.RegisterServices(module.NewConfigurator(cdc, a.MsgServiceRouter(), a.GRPCQueryRouter())))
}
