package main

import (
	"errors"

	sdk "github.com/cosmos/cosmos-sdk/types"
	channeltypes "github.com/cosmos/ibc-go/v10/modules/core/04-channel/types"
	"github.com/cosmos/ibc-go/v10/modules/core/exported"
)

// echo is an application that acknowledges by what it got. The data of a packet says what else it does.
type echo struct{}

var errFails = errors.New("the application fails")

type answer struct {
	bytes   []byte
	success bool
}

func (a answer) Success() bool           { return a.success }
func (a answer) Acknowledgement() []byte { return a.bytes }

func (echo) OnChanOpenInit(_ sdk.Context, _ channeltypes.Order, _ []string, _, _ string, _ channeltypes.Counterparty, version string) (string, error) {
	return version, nil
}
func (echo) OnChanOpenTry(_ sdk.Context, _ channeltypes.Order, _ []string, _, _ string, _ channeltypes.Counterparty, version string) (string, error) {
	return version, nil
}
func (echo) OnChanOpenAck(sdk.Context, string, string, string, string) error { return nil }
func (echo) OnChanOpenConfirm(sdk.Context, string, string) error             { return nil }
func (echo) OnChanCloseInit(sdk.Context, string, string) error               { return nil }
func (echo) OnChanCloseConfirm(sdk.Context, string, string) error            { return nil }

func (echo) OnRecvPacket(ctx sdk.Context, version string, packet channeltypes.Packet, relayer sdk.AccAddress) exported.Acknowledgement {
	ctx.EventManager().EmitEvent(sdk.NewEvent("echo", sdk.NewAttribute("version", version), sdk.NewAttribute("relayer", relayer.String())))
	switch string(packet.Data) {
	case "later":
		return nil
	case "refuse":
		return answer{[]byte("refused"), false}
	}
	return answer{packet.Data, true}
}

func (echo) OnAcknowledgementPacket(ctx sdk.Context, version string, packet channeltypes.Packet, _ []byte, relayer sdk.AccAddress) error {
	return ended(ctx, "echo_ack", version, packet, relayer)
}

func (echo) OnTimeoutPacket(ctx sdk.Context, version string, packet channeltypes.Packet, relayer sdk.AccAddress) error {
	return ended(ctx, "echo_timeout", version, packet, relayer)
}

func ended(ctx sdk.Context, what, version string, packet channeltypes.Packet, relayer sdk.AccAddress) error {
	ctx.EventManager().EmitEvent(sdk.NewEvent(what, sdk.NewAttribute("version", version), sdk.NewAttribute("relayer", relayer.String())))
	if string(packet.Data) == "fail" {
		return errFails
	}
	return nil
}
