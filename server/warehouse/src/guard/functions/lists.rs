//! The lists. `COMMON` holds what has one meaning wherever it exists; an unknown one is the database's to complain about.

pub(super) const COMMON: &str = "
    abs acos asin atan atan2 avg ceil ceiling char_length character_length coalesce concat concat_ws cos cot count cume_dist
    current_date current_time current_timestamp date date_part date_trunc dense_rank degrees exp extract first_value floor greatest
    grouping if ifnull isnull lag last_value lead least left length ln localtime localtimestamp log log10 log2 lower lpad ltrim max min
    mod now nth_value ntile nullif nvl octet_length percent_rank percentile_cont percentile_disc pi position pow power radians random
    rank replace reverse right round row_number rpad rtrim sign sin sqrt stddev stddev_pop stddev_samp substr substring sum tan to_char
    to_date to_timestamp translate trim trunc truncate upper var_pop var_samp variance year month day hour minute second quarter week
    dayofweek dayofyear weekofyear datediff date_diff dateadd date_add date_sub last_day corr covar_pop covar_samp regr_slope
    regr_intercept regr_r2 regr_count regr_avgx regr_avgy regr_sxx regr_sxy regr_syy median mode string_agg array_agg listagg bool_and
    bool_or bit_and bit_or bit_xor every any_value approx_count_distinct initcap repeat ascii chr md5 regexp_replace regexp_like
    regexp_count regexp_instr regexp_substr split_part starts_with strpos instr cardinality row array map struct cast try_cast any all
    some exists values interval decode nvl2 sha1 sha2 cbrt sinh cosh tanh factorial gcd lcm width_bucket timestamp datetime time mid";

const POSTGRES: &str = "
    age array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions array_prepend
    array_remove array_replace array_to_json array_to_string array_upper unnest bit_length bit_count btrim clock_timestamp convert
    encode format gen_random_uuid get_byte host hostmask family inet_same_family network netmask masklen broadcast isempty isfinite
    json_agg json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each
    json_each_text json_extract_path json_extract_path_text json_object json_object_agg json_object_keys json_strip_nulls json_typeof
    jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each
    jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_object jsonb_object_agg jsonb_object_keys jsonb_path_exists
    jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_pretty jsonb_set jsonb_strip_nulls jsonb_typeof to_json
    to_jsonb row_to_json justify_days justify_hours justify_interval lower_inc upper_inc range_merge make_date make_interval make_time
    make_timestamp make_timestamptz min_scale num_nonnulls num_nulls numnode overlay phraseto_tsquery plainto_tsquery
    websearch_to_tsquery to_tsquery to_tsvector ts_headline ts_rank ts_rank_cd quote_ident quote_literal quote_nullable regexp_match
    regexp_matches regexp_split_to_array regexp_split_to_table scale string_to_array string_to_table similarity statement_timestamp
    timeofday timezone to_ascii to_hex to_number transaction_timestamp trim_array trim_scale uuid_nil div sha224 sha256 sha384 sha512
    current_schema current_database version pg_typeof date_bin st_x st_y st_area st_distance st_dwithin st_contains st_intersects
    st_within st_point st_makepoint st_setsrid st_transform st_astext st_asgeojson st_length st_centroid st_buffer range_agg rank_filter
    bound_box center diameter radius point box circle polygon lseg line path pclose popen npoints isclosed isopen slope
    generate_series generate_subscripts daterange int4range int8range numrange tsrange tstzrange unaccent levenshtein soundex
    word_similarity erf json_value json_query json_exists json_scalar cosd sind tand asind acosd atand random_normal log_gamma";

const MYSQL: &str = "
    adddate addtime bin bit_count bit_length char conv convert convert_tz crc32 curdate curtime date_format dayname
    dayofmonth elt export_set field find_in_set format from_days from_unixtime get_format group_concat hex hex_to_bin inet6_aton
    inet6_ntoa inet_aton inet_ntoa insert is_ipv4 is_ipv6 is_uuid isnull json_array json_array_append json_array_insert json_arrayagg
    json_contains json_contains_path json_depth json_extract json_insert json_keys json_length json_merge_patch json_merge_preserve
    json_object json_objectagg json_overlaps json_pretty json_quote json_remove json_replace json_search json_set json_table json_type
    json_unquote json_valid json_value json_exists json_query json_compact json_detailed json_loose lcase locate make_set makedate
    maketime match microsecond monthname oct ord period_add period_diff quote rand regexp_instr sec_to_time sha soundex space std
    str_to_date strcmp subdate substring_index subtime time_format time_to_sec timediff timestampadd timestampdiff to_base64
    from_base64 to_days to_seconds ucase unhex unix_timestamp utc_date utc_time utc_timestamp uuid uuid_to_bin bin_to_uuid weekday
    weight_string yearweek version database schema extractvalue st_x st_y st_distance st_contains st_within st_intersects st_area
    st_length st_astext st_geomfromtext st_distance_sphere point sysdate to_char natural_sort_key rownum binary
    bit_xor charset collation coercibility sha2 add_months";

const SQLITE: &str = "
    char format glob group_concat hex iif json json_array json_array_length json_extract json_group_array json_group_object json_insert
    json_object json_patch json_quote json_remove json_replace json_set json_type json_valid json_pretty julianday like likelihood
    likely unlikely printf quote sqlite_version strftime timediff total typeof unicode unhex unixepoch soundex octet_length
    acosh asinh atanh bm25 highlight snippet concat_ws if string_agg jsonb jsonb_extract
    json_each json_tree ifnull";

const DATAFUSION: &str = "
    approx_distinct approx_median approx_percentile_cont approx_percentile_cont_with_weight array_any_value array_append array_cat
    array_concat array_contains array_dims array_distance array_distinct array_element array_empty array_except array_extract
    array_has array_has_all array_has_any array_indexof array_intersect array_join array_length array_max array_min array_ndims
    array_pop_back array_pop_front array_position array_positions array_prepend array_push_back array_push_front array_remove
    array_remove_all array_remove_n array_repeat array_replace array_replace_all array_replace_n array_resize array_reverse array_slice
    array_sort array_to_string array_union arrow_cast arrow_typeof acosh asinh atanh bit_length btrim current_time date_bin
    date_format empty flatten from_unixtime get_field isnan iszero list_append list_contains list_element list_extract
    list_has list_has_all list_has_any list_length list_max list_min list_position list_slice list_sort list_to_string make_array
    make_date make_list map_entries map_extract map_keys map_values named_struct nanvl overlay regexp_match signum stddev string_to_array
    string_to_list struct substr_index substring_index find_in_set to_hex to_local_time to_timestamp_micros to_timestamp_millis
    to_timestamp_nanos to_timestamp_seconds to_unixtime today union_extract union_tag unnest uuid var contains ends_with levenshtein
    first_value last_value nth_value percentile_cont rpad to_time array_agg grouping_id element_at list_distinct list_any_value
    datepart datetrunc strpos quantile_cont";

const REDSHIFT: &str = "
    add_months approximate btrim bttext_pattern_cmp charindex checksum convert_timezone crc32 current_database current_schema date_cmp
    date_cmp_timestamp date_part_year dexp dlog1 dlog10 func_sha1 getdate hll hll_cardinality hll_combine interval_cmp is_array
    is_object is_valid_json is_valid_json_array json_array_length json_extract_array_element_text json_extract_path_text json_parse
    json_serialize len lcase ucase months_between next_day pg_typeof quote_ident quote_literal ratio_to_report
    split_to_array strtol subarray sysdate timezone to_hex to_number trunc text_to_int_alt timeofday version array_concat
    array_flatten array_length get_array_length bool_and soundex difference levenshtein sha256 bitand bit_length to_varbyte from_hex
    from_varbyte is_integer is_varchar is_boolean is_float is_decimal json_typeof size isfinite age array_to_string st_distance
    st_x st_y st_contains st_intersects st_within st_point st_area st_length st_astext";

const BIGQUERY: &str = "
    acosh asinh atanh approx_quantiles approx_top_count approx_top_sum array_concat array_concat_agg array_first array_last
    array_length array_reverse array_slice array_to_string bit_count byte_length code_points_to_bytes code_points_to_string
    collate contains_substr countif current_datetime date_from_unix_date datetime_add datetime_diff datetime_sub datetime_trunc div
    edit_distance ends_with farm_fingerprint format format_date format_datetime format_time format_timestamp from_base32 from_base64
    from_hex generate_array generate_date_array generate_timestamp_array generate_uuid hll_count.extract hll_count.init
    hll_count.merge hll_count.merge_partial ieee_divide is_inf is_nan json_array json_object json_extract json_extract_array
    json_extract_scalar json_extract_string_array json_keys json_query json_query_array json_set json_strip_nulls json_type json_value
    json_value_array int64 float64 bool string lax_bool lax_float64 lax_int64 lax_string logical_and logical_or net.host
    net.ip_from_string net.public_suffix net.reg_domain normalize normalize_and_casefold offset ordinal safe_offset safe_ordinal
    parse_bignumeric parse_date parse_datetime parse_json parse_numeric parse_time parse_timestamp percentile_cont rand
    range_bucket regexp_contains regexp_extract regexp_extract_all safe_add safe_cast safe_convert_bytes_to_string safe_divide
    safe_multiply safe_negate safe_subtract sec sech sha256 sha512 soundex split st_area st_astext st_asgeojson
    st_contains st_distance st_dwithin st_geogfromtext st_geogpoint st_intersects st_length st_within st_x st_y time_add time_diff
    time_sub time_trunc timestamp_add timestamp_diff timestamp_micros timestamp_millis timestamp_seconds timestamp_sub timestamp_trunc
    to_base32 to_base64 to_code_points to_hex to_json to_json_string unicode unix_date unix_micros unix_millis unix_seconds unnest
    cosine_distance euclidean_distance max_by min_by corr struct date_bucket datetime_bucket timestamp_bucket";

const SNOWFLAKE: &str = "
    add_months approx_percentile approx_top_k array_append array_cat array_compact array_construct array_contains array_distinct
    array_except array_flatten array_intersection array_max array_min array_position array_remove array_size array_slice array_sort
    array_sum array_to_string array_union_agg array_unique_agg arrays_overlap as_array as_boolean as_char as_date as_double as_integer
    as_number as_object as_varchar as_real base64_decode_string base64_encode bitand bitor bitxor boolor_agg booland_agg charindex
    check_json collate contains convert_timezone count_if date_from_parts dayname dayofmonth div0 div0null editdistance endswith
    equal_null filter flatten get get_path getdate hash hash_agg hex_decode_string hex_encode hour iff is_array is_boolean
    is_char is_date is_decimal is_double is_integer is_null_value is_object is_real is_varchar jarowinkler_similarity json_extract_path_text
    kurtosis len like_all like_any max_by md5_hex min_by monthname months_between next_day object_agg object_construct
    object_construct_keep_null object_delete object_insert object_keys object_pick parse_ip parse_json parse_url previous_day
    ratio_to_report regexp rlike regr_valx sha1_hex sha2_hex skew soundex split square startswith strtok strtok_to_array sysdate
    time_from_parts time_slice timeadd timediff timestamp_from_parts timestamp_ntz_from_parts timestampadd timestampdiff to_array
    to_binary to_boolean to_decimal to_double to_json to_number to_numeric to_object to_time to_timestamp_ltz to_timestamp_ntz
    to_timestamp_tz to_varchar to_variant transform trunc try_base64_decode_string try_parse_json try_to_boolean try_to_date
    try_to_decimal try_to_double try_to_number try_to_time try_to_timestamp try_to_timestamp_ntz typeof unicode uuid_string
    yearofweek yearofweekiso weekiso dayofweekiso zeroifnull nullifzero conditional_change_event conditional_true_event
    st_distance st_x st_y st_makepoint st_contains st_within st_intersects current_database current_schema";

const CLICKHOUSE: &str = "
    addhours addminutes addmonths addquarters addseconds addweeks addyears adddays any anyheavy anylast argmax argmin
    array arrayall arrayavg arrayconcat arraycount arraycumsum arraydifference arraydistinct arrayelement arrayenumerate arrayexists
    arrayfill arrayfilter arrayfirst arrayfirstindex arrayflatten arrayintersect arrayjoin arraylast arraymap arraymax arraymin
    arraypopback arraypopfront arrayproduct arraypushback arraypushfront arrayresize arrayreverse arrayslice arraysort
    arraysplit arraystringconcat arraysum arrayuniq arrayzip assumenotnull avgif avgweighted base64decode base64encode bitand bitcount
    bitor bitshiftleft bitshiftright bitxor cityhash64 concat corr countequal countif countsubstrings cutquerystring
    cuttofirstsignificantsubdomain datename datetimetosnowflake domain domainwithoutwww empty endswith entropy erf exp10 exp2
    extractall extractallgroups extracturlparameter first_value formatdatetime formatreadablequantity formatreadablesize
    fromunixtimestamp generateuuidv4 geodistance greatcircledistance grouparray grouparrayif groupbitand groupbitor groupuniqarray
    halfmd5 has hasall hasany hastoken hex indexof intdiv intdivorzero intexp10 ipv4numtostring ipv4stringtonum isfinite isinfinite
    isnan isnotnull isnull jsonextract jsonextractarrayraw jsonextractbool jsonextractfloat jsonextractint jsonextractkeys
    jsonextractraw jsonextractstring jsonextractuint jsonhas jsonlength jsontype json_value json_query json_exists kurtpop kurtsamp
    laginframe leadinframe lengthutf8 like ilike notlike lowerutf8 mapcontains mapkeys mapvalues match maxif max2 minif
    min2 minus modulo multiif multiply multisearchany murmurhash3_64 negate ngramdistance not and or xor notempty nullif parsedatetime
    parsedatetimebesteffort parsedatetimebesteffortornull path plus divide positioncaseinsensitive positionutf8 protocol quantile
    quantileexact quantileif quantiles quantilesexact quantiletdigest quantiletiming rand range retention
    replaceall replaceone replaceregexpall replaceregexpone reverseutf8 sequencecount sequencematch simplelinearregression
    siphash64 skewpop skewsamp splitbychar splitbyregexp splitbystring startswith stddevpop stddevsamp substringutf8
    subtractdays subtracthours subtractminutes subtractmonths subtractweeks subtractyears sumif summap sumwithoverflow timeslot
    timezone todate todate32 todatetime todatetime64 todayofmonth todayofweek todayofyear todecimal128 todecimal32 todecimal64
    tofixedstring tofloat32 tofloat64 tofloat64ornull tofloat64orzero tohour toint16 toint32 toint64 toint64ornull toint64orzero toint8
    tointervalday tointervalhour tointervalmonth toisoweek toisoyear tolastdayofmonth tolowcardinality tominute tomonday tomonth
    tonullable toquarter tosecond tostartofday tostartoffifteenminutes tostartoffiveminutes tostartofhour tostartofinterval
    tostartofminute tostartofmonth tostartofquarter tostartofweek tostartofyear tostring totimezone totypename touint16 touint32
    touint64 touint8 tounixtimestamp touuid toweek toyear toyyyymm toyyyymmdd today topk trimboth trimleft trimright tuple
    tupleelement unhex uniq uniqcombined uniqexact uniqhll12 uniqif upperutf8 varpop varsamp windowfunnel yesterday yyyymmddtodate
    equals notequals less greater lessorequals greaterorequals in notin dateadd datesub simplejsonextractstring visitparamextractstring
    neighbor runningdifference transform truncate mapfromarrays exponentialmovingaverage";

const TRINO: &str = "
    all_match any_match approx_distinct approx_most_frequent approx_percentile approx_set arbitrary array_average array_distinct
    array_except array_frequency array_intersect array_join array_max array_min array_position array_remove array_sort array_sum
    array_union arrays_overlap at_timezone bit_count bitwise_and bitwise_not bitwise_or bitwise_xor checksum codepoint
    combinations contains contains_sequence count_if crc32 date_format date_parse day_of_month day_of_week day_of_year dow doy e
    element_at ends_with filter flatten format format_datetime format_number from_base from_base64 from_hex from_iso8601_date
    from_iso8601_timestamp from_unixtime from_utf8 geometric_mean hamming_distance hash_counts histogram human_readable_seconds index
    infinity inverse_normal_cdf is_finite is_infinite is_json_scalar is_nan jaccard_index json_array json_array_contains
    json_array_get json_array_length json_exists json_extract json_extract_scalar json_format json_object json_parse json_query
    json_size json_value kurtosis last_day_of_month levenshtein_distance luhn_check map_agg
    map_concat map_entries map_filter map_from_entries map_keys map_union map_values map_zip_with max_by merge min_by multimap_agg nan
    ngrams none_match normal_cdf normalize numeric_histogram parse_data_size parse_datetime parse_duration qdigest_agg rand reduce
    reduce_agg regexp_extract regexp_extract_all regexp_position regexp_split sequence sha256 sha512 shuffle skewness slice soundex
    split split_to_map st_area st_contains st_distance st_intersects st_point st_within st_x st_y tdigest_agg timezone_hour
    timezone_minute to_base to_base64 to_geometry to_hex to_iso8601 to_milliseconds to_unixtime to_utf8 transform transform_keys
    transform_values trim_array try typeof unnest url_extract_host url_extract_parameter url_extract_path url_extract_query
    url_decode url_encode uuid value_at_quantile week_of_year with_timezone word_stem xxhash64 year_of_week yow zip zip_with
    date_diff wilson_interval_lower wilson_interval_upper great_circle_distance spooky_hash_v2_64 version";

const DATABRICKS: &str = "
    acosh add_months aggregate approx_percentile array_append array_compact array_contains array_distinct array_except array_insert
    array_intersect array_join array_max array_min array_position array_prepend array_remove array_repeat array_size array_sort
    array_union arrays_overlap arrays_zip asinh atanh base64 bigint bin bit_count bit_length boolean bround char charindex collect_list
    collect_set concat_ws contains conv convert_timezone count_if crc32 curdate date_format date_from_unix_date dateadd dayname
    dayofmonth decimal div double element_at elt encode endswith equal_null explode explode_outer expm1 filter find_in_set first
    flatten float forall format_number format_string from_json from_unixtime from_utc_timestamp get get_json_object
    getdate grouping_id hash hex histogram_numeric hll_sketch_agg hll_sketch_estimate hypot ilike inline inline_outer int isnan
    isnotnull json_array_length json_object_keys json_tuple kurtosis last lcase len levenshtein like locate log1p make_date
    make_timestamp map_concat map_contains_key map_entries map_filter map_from_arrays map_from_entries map_keys map_values map_zip_with
    mask max_by min_by months_between named_struct nanvl negative next_day overlay parse_url percentile
    percentile_approx pmod posexplode positive printf rand randn reduce regexp regexp_extract regexp_extract_all regr_valx replace
    rint rlike schema_of_json sec sentences sequence sha shiftleft shiftright shuffle signum size skewness slice smallint sort_array
    soundex space split stack startswith std str_to_map string substring_index timestamp_micros timestamp_millis timestamp_seconds
    timestampadd timestampdiff tinyint to_json to_number to_unix_timestamp to_utc_timestamp transform transform_keys
    transform_values try_add try_avg try_divide try_element_at try_multiply try_subtract try_sum try_to_number try_to_timestamp
    try_variant_get typeof ucase unbase64 unhex unix_date unix_micros unix_millis unix_seconds unix_timestamp url_decode url_encode uuid
    variant_get weekday window xxhash64 zip_with h3_longlatash3 sign try_parse_json parse_json current_database current_schema";

/// In the order of [`super::place`].
pub(super) const OF_DIALECT: [&str; 10] =
    [DATAFUSION, SQLITE, POSTGRES, REDSHIFT, MYSQL, BIGQUERY, SNOWFLAKE, CLICKHOUSE, TRINO, DATABRICKS];

/// Functions that stand where a table stands.
pub(super) const TABLES: [&str; 10] = [
    "unnest generate_series range",
    "json_each json_tree generate_series pragma_table_info pragma_table_xinfo pragma_foreign_key_list pragma_index_list
     pragma_index_info pragma_table_list",
    "unnest generate_series generate_subscripts json_array_elements json_array_elements_text json_each json_each_text json_object_keys
     json_to_recordset json_to_record jsonb_array_elements jsonb_array_elements_text jsonb_each jsonb_each_text jsonb_object_keys
     jsonb_path_query jsonb_to_recordset jsonb_to_record regexp_matches regexp_split_to_table string_to_table",
    "unnest generate_series",
    "json_table",
    "unnest",
    "flatten split_to_table strtok_split_to_table generator",
    "numbers zeros values",
    "unnest sequence",
    "explode explode_outer posexplode posexplode_outer inline inline_outer stack range json_tuple sequence",
];
