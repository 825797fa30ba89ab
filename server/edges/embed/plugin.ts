/**
 * The source of a WordPress plugin for the service at `webUrl`: the shortcode `[earmark show="..."]`, and oEmbed for addresses
 * of the service, which WordPress trusts because the plugin registers the provider.
 */
export function wordpressPlugin(webUrl: string): string {
  return `<?php
/**
 * Plugin Name: Earmark widget
 * Description: [earmark show="..."], [earmark episode="..."] or [earmark ticker="..."] shows what was argued there, as Earmark recorded it.
 * Version: 1.0.0
 * Requires at least: 5.9
 * Requires PHP: 7.4
 * License: MIT
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

const EARMARK_HOME = ${phpText(webUrl)};

// A pasted address of a show, an episode or a ticker becomes its widget.
add_action( 'init', function () {
	foreach ( array( 'shows', 'episodes', 'tickers' ) as $part ) {
		wp_oembed_add_provider( EARMARK_HOME . '/' . $part . '/*', EARMARK_HOME . '/oembed' );
	}
	wp_register_script( 'earmark-widget', EARMARK_HOME . '/embed.js', array(), null, true );
} );

add_shortcode( 'earmark', function ( $given ) {
	$given = shortcode_atts(
		array( 'show' => '', 'episode' => '', 'ticker' => '', 'height' => '420', 'theme' => '', 'accent' => '' ),
		$given,
		'earmark'
	);
	foreach ( array( 'show', 'episode', 'ticker' ) as $kind ) {
		if ( '' !== $given[ $kind ] ) {
			break;
		}
	}
	if ( '' === $given[ $kind ] ) {
		return '';
	}
	wp_enqueue_script( 'earmark-widget' );
	$page = EARMARK_HOME . '/' . $kind . 's/' . rawurlencode( $given[ $kind ] );
	$tag  = '<earmark-widget ' . $kind . '="' . esc_attr( $given[ $kind ] ) . '" height="' . absint( $given['height'] ) . '"';
	foreach ( array( 'theme', 'accent' ) as $look ) {
		if ( '' !== $given[ $look ] ) {
			$tag .= ' ' . $look . '="' . esc_attr( $given[ $look ] ) . '"';
		}
	}
	return $tag . '><a href="' . esc_url( $page ) . '">Ideas recorded by Earmark</a></earmark-widget>';
} );
`;
}

/** A text as a PHP string in single quotes. */
function phpText(text: string): string {
  return `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`;
}
