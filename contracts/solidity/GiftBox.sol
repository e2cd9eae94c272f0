// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Keeps coins for somebody, who opens each gift once.
contract GiftBox {
    struct Gift {
        address to;
        uint256 amount;
        bool isOpen;
    }

    error NotYours(uint256 id);
    error PaymentFailed(address to, uint256 amount);

    uint256 public count;
    mapping(uint256 id => Gift) public gifts;

    function wrap(address to) external payable returns (uint256 id) {
        id = ++count;
        gifts[id].to = to;
        gifts[id].amount = msg.value;
    }

    function open(uint256 id) external {
        Gift storage gift = gifts[id];
        if (gift.to != msg.sender || gift.isOpen) revert NotYours(id);
        gift.isOpen = true;
        (bool paid, ) = msg.sender.call{ value: gift.amount }("");
        if (!paid) revert PaymentFailed(msg.sender, gift.amount);
    }
}
