package main

import (
	"encoding/hex"
	"strconv"

	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v10/modules/core/04-channel/types"

	"sudobox/reference/recording"
)

// sentIn are the attributes of the packets that a step sent.
func sentIn(step Step) []map[string]string {
	all := []map[string]string{}
	events, _ := step.Expect["events"].([]recording.Event)
	for _, event := range events {
		if event.Type != channeltypes.EventTypeSendPacket {
			continue
		}
		attributes := map[string]string{}
		for _, one := range event.Attributes {
			attributes[one[0]] = one[1]
		}
		all = append(all, attributes)
	}
	return all
}

func packetOf(event map[string]string) channeltypes.Packet {
	bz, err := hex.DecodeString(event["packet_data_hex"])
	check(err)
	height, err := clienttypes.ParseHeight(event["packet_timeout_height"])
	check(err)
	number := func(key string) uint64 {
		n, err := strconv.ParseUint(event[key], 10, 64)
		check(err)
		return n
	}
	return channeltypes.NewPacket(bz, number("packet_sequence"), event["packet_src_port"], event["packet_src_channel"],
		event["packet_dst_port"], event["packet_dst_channel"], height, number("packet_timeout_timestamp"))
}
